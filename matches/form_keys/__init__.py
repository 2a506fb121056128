"""Keys of forms: a form that is sent twice does its act once."""
