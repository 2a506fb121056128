"""The print centre: the papers that a round needs, and the record of printing."""
