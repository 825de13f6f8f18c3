-- The patterns of one keyword version, numbered from 0 in the order of their forms, and their words.
CREATE TABLE kindred.keywords_{generation} (
  number integer PRIMARY KEY,
  term text COLLATE "C" NOT NULL UNIQUE,
  text text NOT NULL,
  display text NOT NULL,
  popularity float8 NOT NULL,
  suggestible boolean NOT NULL,
  rarity float8 NOT NULL,
  word_order text COLLATE "C" NOT NULL,
  words text[] NOT NULL,
  suggestions text NOT NULL,
  wanted text NOT NULL
);
CREATE TABLE kindred.keyword_words_{generation} (
  number integer PRIMARY KEY,
  term text COLLATE "C" NOT NULL UNIQUE,
  carriers integer NOT NULL
);
