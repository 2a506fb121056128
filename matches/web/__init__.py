"""How a page answers: fragments, refusals, throttling, context of every page."""
