-- The rows of one product version.
-- A live change ends the row of its product (until) and adds a new one (since). A reader of the state after change n
-- sees the rows with since <= n < until. So an open reader always answers from the same rows.
CREATE TABLE kindred.products_{generation} (
  identifier text COLLATE "C" NOT NULL,
  since bigint NOT NULL DEFAULT 0,
  until bigint NOT NULL DEFAULT 9223372036854775807,
  family text COLLATE "C" NOT NULL,
  available boolean NOT NULL,
  -- The product as JSON. Text, because jsonb does not keep the order of its fields.
  product text NOT NULL,
  picture_hash text,
  -- Looks and colour in one vector, each of unit length: one index serves every weight.
  features halfvec,
  -- Values for filters and facets: {"colour": ["red"], "price": [9.5], "category": ["A", "A/X"]}.
  "values" jsonb NOT NULL,
  words tsvector,
  -- How much the product says each word: {"red": 0.53}.
  impacts jsonb,
  PRIMARY KEY (identifier, since)
-- A vector of a thousand numbers stays beside its row: outside of it each comparison would take five times as long.
) WITH (toast_tuple_target = 8160);
CREATE TABLE kindred.terms_{generation} (
  term text COLLATE "C" PRIMARY KEY,
  rows integer NOT NULL
);
