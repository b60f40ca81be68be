"""A computer player of any tracker: it searches worlds that its seat cannot tell apart, and knows no rules itself."""
