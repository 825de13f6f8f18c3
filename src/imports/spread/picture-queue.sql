-- Pictures that imports wait for, and nodes that embed them. Safe to run again. Unlogged: what a crash of the database loses
-- is embedded by the import that waits for it.

-- Nodes that embed pictures for the imports of others, and how many they have embedded.
CREATE UNLOGGED TABLE IF NOT EXISTS {schema}.embedding_node (
  node text COLLATE "C" PRIMARY KEY,
  until timestamptz NOT NULL,
  embedded bigint NOT NULL DEFAULT 0
);

-- A picture by its content, until the import that asked for it has its vectors. `kind` names the model, the release and the
-- processor: whoever has the same computes the same vectors. `source` is the model as the dataset names it.
CREATE UNLOGGED TABLE IF NOT EXISTS {schema}.embedding_picture (
  kind text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  source text,
  node text COLLATE "C" NOT NULL,
  picture bytea NOT NULL,
  vectors bytea,
  is_done boolean NOT NULL DEFAULT false,
  taken_until timestamptz NOT NULL DEFAULT '-infinity',
  asked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, hash)
);
