-- Rates and quotas that all nodes share. Safe to run again.

-- One row for each window of a rate. It is not written to the log: after a crash of the server windows begin empty.
CREATE UNLOGGED TABLE IF NOT EXISTS {schema}.rate_window (
  -- subscription/network/seconds
  name text COLLATE "C" PRIMARY KEY,
  -- Calls by slot, a ring: slot n is at n modulo the length.
  counts integer[] NOT NULL,
  -- The last slot that is part of the window.
  last_slot bigint NOT NULL,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Leases calls of a window. `wanted` calls are made now and belong to the present slot. `spare` calls are made until
-- the end of the lease, `ahead` slots later, and count as if all were made then: so no interval of the window's length
-- holds more than `most` calls. Spare calls are given while at least half of the window is free.
-- The oldest slot counts until it has left the window completely. The clock is the server's.
CREATE OR REPLACE FUNCTION {schema}.lease_calls(
  window_name text, most integer, seconds float8, slots integer, ahead integer, wanted integer, spare integer,
  OUT granted integer, OUT spared integer, OUT used integer, OUT wait_ms float8
) LANGUAGE plpgsql AS $$
DECLARE
  ring integer := slots + ahead + 1;
  slot_ms float8 := seconds * 1000 / slots;
  now_ms float8;
  present bigint;
  place integer;
  held {schema}.rate_window;
BEGIN
  INSERT INTO {schema}.rate_window VALUES (window_name, array_fill(0, ARRAY[ring]), 0, clock_timestamp())
  ON CONFLICT DO NOTHING;
  SELECT * INTO held FROM {schema}.rate_window WHERE name = window_name FOR UPDATE;
  now_ms := extract(epoch FROM clock_timestamp()) * 1000;
  present := floor(now_ms / slot_ms);
  IF held.last_slot - ahead > present + slots THEN
    -- The clock was ahead and is set right: the counts would block for as long as it was ahead.
    held.last_slot := 0;
  END IF;
  -- A clock that was set back a little: the window stays where it is.
  present := greatest(present, held.last_slot - ahead);
  FOR step IN 0 .. least(ring, present + ahead - held.last_slot) - 1 LOOP
    held.counts[(present + ahead - step) % ring + 1] := 0;
  END LOOP;
  used := (SELECT sum(count) FROM unnest(held.counts) AS count);
  granted := greatest(0, least(wanted, most - used));
  spared := CASE WHEN used + granted + spare <= most / 2 THEN spare ELSE 0 END;
  place := present % ring + 1;
  held.counts[place] := held.counts[place] + granted;
  place := (present + ahead) % ring + 1;
  held.counts[place] := held.counts[place] + spared;
  used := used + granted + spared;
  wait_ms := 0;
  FOR step IN 0 .. ring - 1 LOOP
    IF held.counts[(present - slots + step) % ring + 1] > 0 THEN
      wait_ms := greatest(1, (present + step + 1) * slot_ms - now_ms);
      EXIT;
    END IF;
  END LOOP;
  UPDATE {schema}.rate_window SET counts = held.counts, last_slot = present + ahead,
    expires_at = clock_timestamp() + make_interval(secs => seconds * 2 + 60)
  WHERE name = window_name;
END $$;

-- Calls in one calendar period, of all nodes.
CREATE TABLE IF NOT EXISTS {schema}.quota_used (
  subscription_id bigint NOT NULL,
  per text COLLATE "C" NOT NULL,
  start_ms bigint NOT NULL,
  calls bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (subscription_id, per, start_ms)
);
CREATE INDEX IF NOT EXISTS quota_used_changed ON {schema}.quota_used (changed_at);

CREATE TABLE IF NOT EXISTS {schema}.usage_hours (
  website_id bigint NOT NULL,
  subscription_id bigint NOT NULL,
  hour_ms bigint NOT NULL,
  calls bigint NOT NULL,
  over_rate bigint NOT NULL,
  over_quota bigint NOT NULL,
  last_ms bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (website_id, subscription_id, hour_ms)
);
CREATE INDEX IF NOT EXISTS usage_hours_changed ON {schema}.usage_hours (changed_at);

-- The last batch of counts that each node has written: one that is sent again counts once.
CREATE TABLE IF NOT EXISTS {schema}.usage_node (
  node uuid PRIMARY KEY,
  last_batch bigint NOT NULL
);
