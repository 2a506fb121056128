"""Starting the product and keeping it alive."""
