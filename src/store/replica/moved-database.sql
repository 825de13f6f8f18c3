-- Whether the contents of this database are being moved by `kindred migrate`. Safe to run again.
CREATE TABLE IF NOT EXISTS {schema}.migration (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Of the run that moves: another one must not interfere.
  id uuid NOT NULL,
  -- arriving: being filled, by an older release. here: in use. leaving: being copied away, changes are refused. gone: moved away.
  state text NOT NULL CHECK (state IN ('arriving', 'here', 'leaving', 'gone')),
  changed_at timestamptz NOT NULL DEFAULT now()
);

-- Class 57: a node of any release answers 503 and goes on reading.
CREATE OR REPLACE FUNCTION {schema}.refuse_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the contents of this database are being moved' USING ERRCODE = '57P03';
END $$;
