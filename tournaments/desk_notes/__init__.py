"""Notes that directors and helpers leave at the desk for those who come after them."""
