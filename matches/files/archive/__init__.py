"""Match files of a whole club: uploaded together, read and imported by jobs."""
