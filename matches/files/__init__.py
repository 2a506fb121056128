"""Match files of a match: adding, comparing, importing, replaying, downloading."""
