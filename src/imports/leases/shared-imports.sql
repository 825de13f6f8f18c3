-- Imports of all nodes. Safe to run again. The records of imports are files in the shared folder.

-- When a scheduled import of a dataset was last started, as its schedule says: each time starts one import.
CREATE TABLE IF NOT EXISTS {schema}.import_due (
  dataset text COLLATE "C" PRIMARY KEY,
  at timestamptz NOT NULL
);

-- Who may import a dataset. A row stays, so that its number only grows: a node with a smaller one has lost the right.
CREATE TABLE IF NOT EXISTS {schema}.import_lease (
  dataset text COLLATE "C" PRIMARY KEY,
  holder uuid NOT NULL,
  until timestamptz NOT NULL,
  fence bigint NOT NULL
);

-- Imports that are queued or running, in the order in which they were asked for.
CREATE TABLE IF NOT EXISTS {schema}.import_job (
  dataset text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  website text COLLATE "C" NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (dataset, id)
);
