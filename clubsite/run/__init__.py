"""The start of the product and the supervision of its processes."""
