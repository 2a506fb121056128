"""The lists that are printed for the hall: their values, their layout and the PDF."""
