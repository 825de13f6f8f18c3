-- Rights that one node at a time has. Safe to run again.
CREATE TABLE IF NOT EXISTS {schema}.lease (
  name text COLLATE "C" PRIMARY KEY,
  holder uuid NOT NULL,
  until timestamptz NOT NULL
);
