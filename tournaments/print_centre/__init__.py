"""The print centre: what a round needs on paper, and what was printed when."""
