-- Versions that nodes share; their files are in object storage. Safe to run again.

CREATE TABLE IF NOT EXISTS {schema}.shared_dataset (
  dataset text COLLATE "C" PRIMARY KEY,
  -- The live version.
  live text COLLATE "C",
  last_change bigint NOT NULL DEFAULT 0,
  -- Changes up to this number are in every version.
  discarded_change bigint NOT NULL DEFAULT 0,
  -- Versions are being moved, or were moved, to another place: nothing may be changed here.
  moved boolean NOT NULL DEFAULT false
);

CREATE TABLE IF NOT EXISTS {schema}.shared_change (
  dataset text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  change text NOT NULL,
  PRIMARY KEY (dataset, sequence)
);

-- A version is complete when it has a row: all of its files were stored before.
CREATE TABLE IF NOT EXISTS {schema}.shared_version (
  dataset text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  manifest text NOT NULL,
  PRIMARY KEY (dataset, version)
);
