"""The codes and names of countries in pasted lists."""

from functools import lru_cache
from typing import Final

from babel import Locale

from matches.players.names import fold

_NAME_LANGUAGES: Final = ("en", "da", "sv", "nb", "nl", "de", "fr")
_OTHER_NAMES: Final = frozenset(
    ("czech republic", "england", "great britain", "holland", "scotland", "wales")
)
_GIVEN_NAMES: Final = frozenset(
    ("chad", "georgia", "india", "israel", "jersey", "jordan", "kenya", "tchad")
)
"""Names of countries that are those of people, too."""

_ISO_2: Final = """
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM
BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX
CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG
GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR
IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV
LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE
NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO
RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF
WS YE YT ZA ZM ZW
"""
"""ISO 3166-1 alpha-2."""

_ISO_3: Final = """
ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN
BES BFA BGD BGR BHR BHS BIH BLM BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN
CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE DEU
DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR
GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV
HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM
KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA
MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM
NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL
PRI PRK PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE
SLV SMR SOM SPM SRB SSD STP SUR SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK
TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB
VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE
"""
"""ISO 3166-1 alpha-3."""

_IOC: Final = """
ALG ANG ANT ARU ASA BAH BAN BAR BER BHU BIZ BOT BRU BUL BUR CAM CAY CGO CHA CHI
CRC CRO DEN ESA FIJ GAM GBS GEQ GER GRE GRN GUA GUI HAI HON INA IRI ISV IVB KOS
KSA KUW LAT LBA LES LIB MAD MAS MAW MGL MON MRI MTN MYA NCA NED NEP NGR NIG OMA
PAR PHI PLE POR PUR RSA SAM SEY SIN SKN SLO SOL SRI SUD SUI TAN TGA TOG TPE UAE
URU VAN VIE VIN ZAM ZIM
"""
"""Codes of the International Olympic Committee that ISO 3166 does not have."""

_USUAL: Final = "UK XK XKX ENG SCO WAL NIR"
"""Codes in use that no list of these has."""

_OTHERWISE: Final = """
BB BF BG BS BV CC CM FK FM GF GM HK IM MD MK MR MS NA NR PM PR SB SC SG SK SR
ST SV TC TV BAR BER
"""
"""Codes that clubs (BF, SK, SV), titles (GM, MD, SR) and columns (NR) use, too."""

_CODES: Final = frozenset(f"{_ISO_2} {_ISO_3} {_IOC} {_USUAL}".split()) - frozenset(
    _OTHERWISE.split()
)


def is_country_code(text: str) -> bool:
    """Return True for a code in capital letters that hardly means anything else."""
    return text in _CODES


def is_country(text: str) -> bool:
    """Return True for such a code, and for the name of a country in seven languages."""
    return is_country_code(text) or fold(text) in _names()


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    names = {
        fold(name)
        for language in _NAME_LANGUAGES
        for code, name in Locale.parse(language).territories.items()
        if code.isalpha()
    }
    return frozenset(names - _GIVEN_NAMES) | _OTHER_NAMES
