"""What the next draw of a stage is made of, and changing it beside the draw."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.web import journal
from tournaments import engine
from tournaments.engine.bracket.lines import lines_of, strongest
from tournaments.engine.state import BY_PR
from tournaments.rounds import engine_state
from tournaments.rounds.rows import Names
from tournaments.setup.errors import STAGE_DRAWN
from tournaments.setup.fields import OPTION_FIELDS, shown_option
from tournaments.structure.locking import bump, lock_open
from tournaments.structure.models import Entry, Stage
from tournaments.structure.names import shown_name
from tournaments.structure.plan import own_options
from tournaments.structure.queries import stage_label, title_of

OFFERED: Final = ("seeded", "seeds_by", "apart", "apart_rounds", "byes", "bye_to")
"""The options of a stage that the page of its draw changes."""
MOST_NAMED: Final = 8
SEED: Final = "seed_"
KINDS: Final = {"club": capfirst(_("same club")), "country": _("Same country")}
ORDER: Final = {"rating": _("By rating"), BY_PR: _("By PR")}
BYES: Final = {
    "spread": _("Spread evenly"),
    "top": _("At the top of the bracket"),
    "bottom": _("At the bottom of the bracket"),
    "lots": _("Random"),
    "lowest": _("By standing"),
}


class DrawSettingsForm(forms.Form):
    """Seeds, byes and who is kept apart; in a bracket also seeds by number."""

    def __init__(self, stage: Stage, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id="id_draw_%s")
        self.stage, self.state = stage, engine_state.to_draw(stage, ahead=True)
        offered = engine.format_named(stage.format).options
        for name in OFFERED:
            if name in offered and (name != "seeds_by" or stage.source_id is None):
                self.fields[name] = OPTION_FIELDS[name]()
                self.initial[name] = shown_option(getattr(stage.chosen, name))
        self.names = self._add_seeds() if "seeded" in self.fields else Names()

    def _add_seeds(self) -> Names:
        """Add a field for the seed of each entrant, the strongest first."""
        entries = Entry.objects.filter(division=self.stage.division_id)
        rows = list(entries.values_list("number", "player__name", "seed"))
        names = Names({number: name for number, name, _seed in rows})
        if self.stage.source_id is None:
            seeds = {number: seed for number, _name, seed in rows}
            for number in self._strongest():
                self.fields[f"{SEED}{number}"] = forms.IntegerField(
                    label=names[number], min_value=1, max_value=9999, required=False
                )
                self.initial[f"{SEED}{number}"] = seeds[number]
        return names

    def _strongest(self) -> list[int]:
        due = self.state.due()
        return strongest(due, [entrant.number for entrant in due])

    def options(self) -> list[forms.BoundField]:
        return [self[name] for name in OFFERED if name in self.fields]

    def numbers(self) -> list[forms.BoundField]:
        """Return the fields of the seeds, the strongest entrant first."""
        return [self[name] for name in self.fields if name.startswith(SEED)]

    def clean(self) -> dict[str, Any]:
        """Refuse a seed given twice or left out, and more seeds than players."""
        cleaned = super().clean() or {}
        given: dict[str, int] = {
            name: seed
            for name, seed in cleaned.items()
            if name.startswith(SEED) and seed
        }
        count = Counter(given.values())
        for name, seed in given.items():
            if count[seed] > 1:
                twice = gettext("Seed %(number)s is given twice.")
                self.add_error(name, twice % {"number": seed})
        missing = set(range(1, max(count, default=0) + 1)) - set(count)
        if missing:
            text = gettext("Seed %(number)s is missing.") % {"number": min(missing)}
            self.add_error("seeded", text)
        field = len(self.state.due())
        seeded = max(cleaned.get("seeded") or 0, max(count, default=0))
        if seeded > field:
            text = gettext("Only %(count)s players are in this draw.")
            self.add_error("seeded", text % {"count": field})
        return {**cleaned, "seeded": seeded}

    def save(self, *, by: User | None) -> None:
        """Store what was chosen. Raises TOURNAMENT_CLOSED, STAGE_DRAWN."""
        chosen = {
            name: value
            for name, value in self.cleaned_data.items()
            if name in self.fields and not name.startswith(SEED) and value is not None
        }
        with transaction.atomic():
            locked = lock_open(self.stage.division.tournament)
            stage = Stage.objects.select_related("division").get(pk=self.stage.pk)
            if stage.published_rounds.exists():
                raise STAGE_DRAWN(name=stage_label(stage))
            options = own_options(stage.format, {**stage.options, **chosen})
            Stage.objects.filter(pk=stage.pk).update(options=options)
            for name in self.changed_data:
                if name.startswith(SEED):
                    Entry.objects.filter(
                        division=stage.division_id, number=name.removeprefix(SEED)
                    ).update(seed=self.cleaned_data[name])
            bump(locked)
            journal.record_act(
                act="stage_changed",
                by=by,
                subject=locked.subject,
                name=stage_label(stage),
            )

    def summary(self) -> Iterator[tuple[str, str]]:
        """Yield what the draw is made of, each with its label."""
        chosen, state = self.stage.chosen, self.state
        if "seeded" in self.fields:
            yield gettext("Seeds"), self._seeds()
        if "apart" in self.fields:
            kinds = [str(KINDS.get(kind) or _("Families")) for kind in chosen.apart]
            rounds = chosen.apart_rounds if "apart_rounds" in self.fields else 1
            until = gettext("rounds 1 to %(last)s") % {"last": rounds}
            until = gettext("round 1") if rounds == 1 else until
            parts = [", ".join(kinds), until if rounds else gettext("all rounds")]
            apart = " · ".join(parts) if kinds else gettext("no one")
            yield gettext("Kept apart"), apart
        field = len(state.due())
        is_bracket = "byes" in self.fields
        byes = lines_of(state) - field if is_bracket and field else field % 2
        rule = chosen.byes if is_bracket else chosen.bye_to
        parts = [str(byes), str(BYES[rule])] if byes else [str(byes)]
        if is_bracket or "bye_to" in self.fields:
            yield gettext("Byes"), " · ".join(parts)

    def _seeds(self) -> str:
        source, seeded = self.stage.source, self.stage.chosen.seeded
        if not seeded:
            return "0"
        how = str(ORDER[self.stage.chosen.seeds_by])
        if source is not None:
            how = shown_name(source.name) or title_of(source)
        elif any(self.initial[field.name] for field in self.numbers()):
            how = gettext("By number")
        best = [self.names[number] for number in self._strongest()[:seeded]]
        shown = ", ".join(best[:MOST_NAMED]) + (" …" if best[MOST_NAMED:] else "")
        return f"{seeded} · {how}: {shown}"

    def warnings(self) -> Iterator[str]:
        """Yield what the draw cannot keep."""
        due, chosen = self.state.due(), self.stage.chosen
        for kind in chosen.apart:
            count = Counter(getattr(entrant, kind).strip() for entrant in due)
            for value, size in count.most_common(1):
                if value and 2 * size > len(due) + 1:
                    text = gettext(
                        "%(count)s of %(here)s players share “%(name)s”, so some of "
                        "them meet in round 1."
                    )
                    yield text % {"count": size, "here": len(due), "name": value}
        if chosen.seeded > len(due):
            text = gettext("Only %(count)s players are in this draw.")
            yield text % {"count": len(due)}
