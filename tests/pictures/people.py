"""The invented players of the pictures."""

PLAYERS = """\
Ada Lindqvist; Malmö; 1712
Bo Falkenberg; Køge BK; 1688
Cornelis van Dijkhuis; Utrecht; 1655
Dagny Øverli; Bergen; 1631
Eskil Rosenvinge; Køge BK; 1602
Frida Åkerblad; Malmö; 1588
Gerrit de Waard; Utrecht; 1571
Hedda Solbakken; Oslo; 1560
Iver Ærøskov; Køge BK; 1544
Jonna Vikström; Malmö; 1530
Klaas ten Brink; Utrecht; 1512
Liv Haugerud; Oslo; 1499
Mogens Brandt Riis; Køge BK; 1480
Nora Tveiten; Bergen
Olle Stenhammar; Malmö; 1466
Pernille Ødum; Køge BK
Quirine Hofstad; Utrecht; 1451
Ragnvald Skogen; Oslo; 1440
Signe Thorup; Køge BK; 1425
Torgeir Nesvik; Bergen
Ulrika Sjöberg; Malmö; 1402
Villem Roosdal; Utrecht
Wenche Fjeldstad; Oslo; 1377
Åge Bjerregaard; Køge BK""".splitlines()

EVENING = PLAYERS[:11]
LATE = PLAYERS[11]
TYPED = "\n".join([*EVENING[1:], EVENING[3], "Ada Lindkvist; Malmö"])
"""As somebody types it: one name twice, and one that the club knows otherwise."""
