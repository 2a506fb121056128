"""The chapters of the rules: play, points, cube, match, money play, dice."""

from typing import Final

from django.utils.translation import gettext_noop as _

from matches.rulebook import pictures
from matches.rulebook.blocks import chapter, counts, for_rules, says, shows, with_cube
from matches.rulebook.switches import AUTOMATIC, BEAVERS, JACOBY, match
from matches.rulebook.switches.money import STAKE_RULE
from matches.rulebook.switches.scoring import (
    CUBE_ON_2_RULE,
    NOT_COUNTED_RULE,
    PLAIN_RULE,
    POENGSPILL_RULE,
)
from matches.rulebook.switches.switch import Rule

CHAPTERS: Final = (
    chapter(
        "board",
        _("The board"),
        says(
            # Translators: points are the triangles of the board here, and in
            # all sentences that give them a number; elsewhere they are a score.
            "Backgammon is a game for two. The board has 24 triangles, called points, "
            "and each player has 15 checkers. The bar divides the board into two "
            "halves. Each player has a home board and, next to it, an outer board, of "
            "six points each.",
            for_rules(
                "leaflet",
                "Both players roll to see who chooses: the player with the higher roll "
                "picks a colour, and whether to have the home board on the right or on "
                "the left. The other home board is then opposite. The pictures of "
                "these rules have yours on the right: with yours on the left, think of "
                "them as mirrored.",
            ),
        ),
        says(
            "You count the points from your home board: 1 to 6 is your home board, 7 "
            "to 12 your outer board, 13 to 18 the outer board of your opponent and 19 "
            "to 24 the home board of your opponent. Your 24 point is the 1 point of "
            "your opponent.",
            for_rules(
                "swedish",
                "The points may also be numbered once for both players: then White "
                "goes towards 1 with a home board of 1 to 6, and Black towards 24 with "
                "a home board of 19 to 24.",
            ),
        ),
        says(
            "Put two checkers on your 24 point, five on the 13 point, three on the 8 "
            "point and five on the 6 point. Your opponent does the same. In the "
            "pictures you are White, and your home board is below on the right."
        ),
        shows(pictures.SETUP),
    ),
    chapter(
        "aim",
        _("The aim"),
        says(
            "Bring all your checkers into your home board, and then bear them off, "
            "that is, take them off the board. The first player to bear off all 15 "
            "wins the game."
        ),
        says(
            "The two players go in opposite directions, each from their own 24 point "
            "to their own 1 point. A checker never moves backwards.",
            for_rules(
                "dutch",
                "One player goes clockwise around the board, the other "
                "counter-clockwise.",
            ),
        ),
    ),
    chapter(
        "opening",
        _("Who begins"),
        says(
            "Each player rolls one die. The player with the higher number begins, and "
            "plays both of these numbers as the first turn. If both dice show the same "
            "number, both players roll again. After that you take turns, and always "
            "roll two dice.",
            for_rules("swedish leaflet", "Both dice are rolled at once."),
        ),
    ),
    chapter(
        "moving",
        _("Moving"),
        says(
            "A die says how many points a checker moves forward. It may land on any "
            "open point: an empty one, one with checkers of your own, or one with a "
            "single checker of your opponent. Two or more checkers of your opponent "
            "block a point. Passing over a blocked point, you count it like any other.",
            for_rules("norwegian", "The bar is not counted as a point."),
            Rule("Any number of your own checkers may stand on one point."),
        ),
        says(
            "Each die is a move of its own. You may move two checkers, or one checker "
            "twice, and begin with either die. A checker that moves twice touches down "
            "in between, and that point must be open too."
        ),
        shows(pictures.BOTH_DICE),
        says(
            # Translators: keep the notation in English: 13/7, bar/22, 5/off.
            "A play is written from/to: 13/7 moves a checker from the 13 point to the "
            "7 point, bar/22 enters one, 5/off bears one off. A star is a hit, and (2) "
            "means two checkers."
        ),
        says(
            # Translators: both dice the same; not a double with the cube.
            "If both dice are equal, you play their number four times, with one "
            "checker or with up to four."
        ),
        shows(pictures.EQUAL_DICE),
    ),
    chapter(
        "must",
        _("Compulsory moves"),
        says(
            "You must play both dice if you legally can. With doubles you must play "
            "all four numbers, or as many as you can. If you can play either die but "
            "not both, you must play the higher one. If only one can be played, you "
            "must play it, even the lower one. If neither can be played, the turn goes "
            "to your opponent."
        ),
    ),
    chapter(
        "hitting",
        _("Hitting"),
        says(
            # Translators: a blot, or in your words a lone checker.
            "A single checker on a point is a blot. If a checker of the opponent lands "
            "or touches down there, the blot is hit and goes to the bar. The checker "
            "that hit may move on with the other die."
        ),
        shows(pictures.TWO_HITS),
    ),
    chapter(
        "bar",
        _("Entering from the bar"),
        says(
            "With a checker on the bar you must enter it before you move any other. It "
            "enters the home board of your opponent: a 1 leads to your 24 point, a 2 "
            "to the 23 point, and so on to a 6, which leads to the 19 point. That "
            "point must be open; a blot on it is hit. If neither die lets you enter, "
            "you lose your turn."
        ),
        says(
            "If you can enter only some of your checkers, enter as many as you can; "
            "the rest of the roll is lost. When the last one is in, play what is left "
            "with any checker. While your opponent holds all six points you cannot "
            "enter, and wait until one is opened."
        ),
        shows(pictures.BLOCKED, pictures.ENTERING),
    ),
    chapter(
        "points",
        _("Points and primes"),
        says(
            "Two or more of your checkers on a point make that point: they cannot be "
            "hit, and your opponent can neither land nor touch down there. Points in a "
            "row are a prime. No checker can jump over a prime of six.",
            for_rules(
                "danish",
                "Three points in a row are called a 3-prime, then come the 4-prime, "
                "the 5-prime and the 6-prime.",
            ),
        ),
        shows(pictures.PRIME),
    ),
    chapter(
        "off",
        _("Bearing off"),
        says(
            "When all the checkers you still have are in your home board, you may bear "
            "off. A die bears off a checker from the point with its number. You may "
            "also move inside your home board."
        ),
        says(
            "If there is no checker on that point, you must move one from a higher "
            "point. If there is none on a higher point either, you must bear off from "
            "your highest point."
        ),
        says(
            "If a checker of yours is hit, it must enter and come all the way home "
            "before you can bear off another."
        ),
        shows(pictures.HIGHEST, pictures.GAP),
    ),
    chapter(
        "worth",
        _("Value of a game"),
        says(PLAIN_RULE),
        says(POENGSPILL_RULE),
        shows(pictures.COUNTED),
        counts(POENGSPILL_RULE, *pictures.COUNTED_ROWS),
        says(NOT_COUNTED_RULE),
        says(match.CUBE_RULE),
        shows(pictures.GAMMON, pictures.BACKGAMMON),
    ),
    chapter(
        "cube",
        _("The doubling cube"),
        says(match.NO_CUBE_RULE),
        says(
            with_cube("Every match is played with the cube.", only="danish"),
            with_cube(
                "The cube shows what a game is played for: 1 at first, then 2, 4, 8 "
                "and so on. It is not rolled. At first it is in the middle, and both "
                "players may use it."
            ),
            with_cube(
                "Before the first double the cube lies in the middle of the side frame "
                "with 64 up, or with 1 up if it has a 1.",
                only="danish",
            ),
            with_cube(
                "Before the first double the cube has 64 up, which means 1.",
                only="swedish",
            ),
            with_cube(
                "The first double turns the cube to 2, the next one to 4.",
                only="leaflet",
            ),
        ),
        says(
            with_cube(
                # Translators: to double is to offer the cube.
                "When it is your turn and you have not rolled yet, you may double, if "
                "the cube is in the middle or yours."
            ),
            with_cube(
                "Once you have rolled, even if the roll was not valid, you may not "
                "double before your next turn.",
                only="danish",
            ),
            with_cube(
                "To double, turn the cube to its next value and say that you double, "
                "or turn it and place it on the board.",
                only="danish",
            ),
            with_cube(
                "Touching the cube with the clear intention to double is a double.",
                only="danish",
            ),
            with_cube("A double cannot be taken back.", only="danish"),
        ),
        says(
            with_cube(
                "Your opponent then takes or drops. A drop ends the game, and you win "
                "what the cube showed before: 1 point at the first double."
            ),
            with_cube(
                "A take doubles what is played for, and the cube goes to the side of "
                "the player who took it, with the new value up. Only this player may "
                "double next."
            ),
            with_cube(
                "That is a redouble: a player who drops it loses what the cube showed "
                "before it, for example 2 points when it goes from 2 to 4."
            ),
        ),
        says(
            CUBE_ON_2_RULE,
            match.CUBE_CAP_RULE,
            match.STAKE_CAP_RULE,
            match.NO_LIMIT_RULE,
        ),
    ),
    chapter(
        "match",
        # Translators: several games played to a number of points.
        _("A match"),
        says(
            "In a match you play games until a player has the number of points agreed "
            "on. The winner of a game gets its points.",
            match.CRAWFORD_RULE,
            match.NO_CRAWFORD_RULE,
        ),
    ),
    chapter(
        "stakes",
        _("Money play"),
        says(
            for_rules(
                "norwegian leaflet", "Before the game, the players agree on a stake."
            ),
            for_rules(
                "dutch",
                "The players agree on a stake per point, and every game begins at one "
                "point.",
            ),
            STAKE_RULE,
        ),
        says(*BEAVERS.in_book, *AUTOMATIC.in_book, *JACOBY.in_book),
    ),
    chapter(
        "dice",
        _("Dice, turns and illegal moves"),
        says(
            for_rules(
                "danish",
                "A roll is valid only if both dice land flat on the half of the board "
                "to your right. Otherwise roll again.",
            ),
            for_rules(
                "swedish",
                "A die that lies on a checker, or leans on a checker or on the edge of "
                "the board, is cocked. Then both dice are rolled again.",
            ),
            for_rules(
                "leaflet",
                "If a die falls on the floor or does not lie flat, both dice are "
                "rolled again.",
            ),
            for_rules(
                "danish",
                "Your turn ends when you pick up one or both dice, or touch them "
                "intending to pick them up.",
            ),
            for_rules("swedish", "Your turn ends when you pick up your dice."),
        ),
        says(
            for_rules(
                "danish",
                "If you roll before your opponent has finished, your opponent may "
                "accept the roll or have you roll again.",
            ),
            for_rules(
                "swedish",
                "If you roll when it is not your turn, your opponent may make you roll "
                "again.",
            ),
        ),
        says(
            for_rules(
                "danish",
                "If you make an illegal play, your opponent may accept it or require "
                "you to play the roll legally; you may then play the whole roll again. "
                "Your opponent accepts the play by rolling or doubling.",
            ),
            for_rules(
                "swedish",
                "If you make an illegal move, your opponent may point it out after you "
                "pick up your dice and have it corrected. Otherwise the move stands.",
            ),
        ),
        says(
            for_rules(
                "norwegian dutch",
                "The rules do not say when a roll is valid. Agree on it before you "
                "start.",
            ),
            for_rules(
                "norwegian leaflet dutch",
                "The rules do not cover illegal moves. Agree on it before you start; "
                "in a tournament, ask the director.",
            ),
        ),
    ),
)
"""The chapters in the order in which a beginner learns them."""
