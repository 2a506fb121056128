"""The money of a tournament: fees, side pools, an auction, prizes, the sheet."""
