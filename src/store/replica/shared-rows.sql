-- The configuration that all nodes share: one row for each row of the store. Safe to run again.
CREATE TABLE IF NOT EXISTS {schema}.store_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Tells a node that its address names another database than before.
  installation uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Grows by one with every transaction of any node.
  revision bigint NOT NULL,
  -- Removals are kept for nodes that have not heard of them. Nodes behind this revision read all rows instead.
  pruned_to bigint NOT NULL DEFAULT 0
);
INSERT INTO {schema}.store_state (revision) VALUES (0) ON CONFLICT DO NOTHING;

CREATE TABLE IF NOT EXISTS {schema}.store_row (
  table_name text COLLATE "C" NOT NULL,
  -- The values of the primary key as a JSON array.
  key text COLLATE "C" NOT NULL,
  -- NULL: the row was removed. Columns that a writer does not know keep their values.
  content jsonb,
  -- The transaction that changed it last.
  revision bigint NOT NULL,
  PRIMARY KEY (table_name, key)
);
CREATE INDEX IF NOT EXISTS store_row_revision ON {schema}.store_row (revision);
