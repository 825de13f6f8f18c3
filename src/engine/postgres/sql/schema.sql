-- What the engine stores about datasets and versions. Safe to run again.
CREATE EXTENSION IF NOT EXISTS vector;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE SCHEMA IF NOT EXISTS kindred;

CREATE SEQUENCE IF NOT EXISTS kindred.generation;
-- Grows with every state that readers must see: nodes ask for datasets with a larger revision than they know.
CREATE SEQUENCE IF NOT EXISTS kindred.revision;

CREATE TABLE IF NOT EXISTS kindred.dataset (
  dataset text COLLATE "C" PRIMARY KEY,
  live text COLLATE "C",
  revision bigint NOT NULL DEFAULT 0,
  -- Number of the last live change.
  last_change bigint NOT NULL DEFAULT 0,
  -- The lease of the publisher.
  publisher text,
  publisher_until timestamptz
);
CREATE INDEX IF NOT EXISTS dataset_revision ON kindred.dataset (revision);

-- One row for each version. The rows of a version are in tables of its own: see products.sql and keywords.sql.
CREATE TABLE IF NOT EXISTS kindred.version (
  dataset text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  generation bigint NOT NULL UNIQUE,
  kind text NOT NULL,
  -- building, complete, discarded
  state text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  built_at timestamptz NOT NULL DEFAULT now(),
  checksum text,
  size integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  -- Draft and statistics: product-version.ts and keyword-version.ts.
  about jsonb NOT NULL,
  -- Number of the last live change that was merged when the version was built.
  changes_through bigint NOT NULL DEFAULT 0,
  -- Number of the last live change that is applied to its rows, and their number then.
  applied_through bigint NOT NULL DEFAULT 0,
  current_size integer NOT NULL DEFAULT 0,
  PRIMARY KEY (dataset, version)
);

-- The instant of the draft, in milliseconds since 1970: the version has the live changes after it. NULL: it has all.
ALTER TABLE kindred.version ADD COLUMN IF NOT EXISTS as_of double precision;

-- Live changes, until every version contains them and none is older.
CREATE TABLE IF NOT EXISTS kindred.change (
  dataset text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  identifier text COLLATE "C" NOT NULL,
  change text NOT NULL,
  PRIMARY KEY (dataset, sequence)
);
CREATE INDEX IF NOT EXISTS change_identifier ON kindred.change (dataset, identifier, sequence);
