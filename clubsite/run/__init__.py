"""The start of the product on one computer: `./run`."""
