"""`./run pictures`: take all pictures of `docs/pictures` anew."""

import sys
from pathlib import Path

from tests.pictures import evening, papers, weekend
from tests.pictures.studio import PICTURES, studio


def main(folder: Path = PICTURES) -> None:
    """Play an evening and a weekend, and remove pictures that nobody takes."""
    with studio(folder) as club:
        page = evening.play(club)
        weekend.play(club, page)
        club.taken.append(papers.NAME)
    papers.main(folder)
    for file in folder.glob("*.png"):
        if file.stem not in club.taken:
            file.unlink()
    size = sum(file.stat().st_size for file in folder.glob("*.png"))
    print(f"{len(club.taken)} pictures, {size / 1024:.0f} KB")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
