DROP TABLE IF EXISTS kindred.products_{generation}, kindred.terms_{generation},
  kindred.keywords_{generation}, kindred.keyword_words_{generation};
