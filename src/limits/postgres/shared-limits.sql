-- Rates and quotas that all nodes share. Safe to run again. The table rate_window and the function lease_calls of older
-- releases are left where they are: their nodes use them while others are already upgraded.

-- What each node counted in each hour: rows only grow. The sum over all nodes is what was used.
CREATE TABLE IF NOT EXISTS {schema}.usage_count (
  node text COLLATE "C" NOT NULL,
  subscription_id bigint NOT NULL,
  hour_ms bigint NOT NULL,
  website_id bigint NOT NULL,
  calls bigint NOT NULL,
  over_rate bigint NOT NULL,
  over_quota bigint NOT NULL,
  -- What the calls took of a quota.
  used bigint NOT NULL,
  last_ms bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (node, subscription_id, hour_ms)
);
CREATE INDEX IF NOT EXISTS usage_count_changed ON {schema}.usage_count (changed_at);

-- The next two are totals of nodes of older releases. They are read, and written by those nodes only.
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

-- One row for each window of a rate. It is not written to the log: after a crash of the server windows begin empty.
CREATE UNLOGGED TABLE IF NOT EXISTS {schema}.rate_booking (
  -- subscription/network/seconds
  name text COLLATE "C" PRIMARY KEY,
  -- When bookings end, in microseconds since 1970, in no order; and the calls of each.
  ends bigint[] NOT NULL,
  calls integer[] NOT NULL,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Books calls of a window. They are made by the end of the booking, `lasts_ms` from now, and count until a whole window
-- after that end. So no interval of the window's length holds more than `most` calls, wherever the calls of a booking lie
-- within it. `spare` calls are given while at least half of the window is free. Of the booking `settled`, `returned` calls
-- were not made, and `made` calls at least `earlier_ms` before its end. The clock is the server's.
CREATE OR REPLACE FUNCTION {schema}.book_calls(
  window_name text, most integer, seconds float8, grains integer, wanted integer, spare integer, lasts_ms float8,
  settled bigint, returned integer, made integer, earlier_ms float8,
  OUT granted integer, OUT spared integer, OUT used integer, OUT wait_ms float8, OUT booking bigint
) LANGUAGE plpgsql AS $$
DECLARE
  span float8 := seconds * 1e6;
  grain float8 := seconds * 1e6 / grains;
  present float8;
  first_end bigint;
  place integer;
  held {schema}.rate_booking;
BEGIN
  INSERT INTO {schema}.rate_booking VALUES (window_name, '{}', '{}', clock_timestamp()) ON CONFLICT DO NOTHING;
  SELECT * INTO held FROM {schema}.rate_booking WHERE name = window_name FOR UPDATE;
  present := extract(epoch FROM clock_timestamp()) * 1e6;
  -- Bookings more than a window ahead are of a clock that was ahead and is set right: they would block for as long.
  SELECT coalesce(array_agg(kept.ends), '{}'), coalesce(array_agg(kept.calls), '{}'), coalesce(sum(kept.calls), 0),
    min(kept.ends)
  INTO held.ends, held.calls, used, first_end
  FROM (
    SELECT each.ends, sum(each.calls) AS calls FROM (
      SELECT * FROM unnest(held.ends, held.calls)
      UNION ALL SELECT settled, -returned - made WHERE settled = ANY (held.ends)
      UNION ALL SELECT ceil(ceil((settled - earlier_ms * 1000) / grain) * grain), made WHERE settled = ANY (held.ends)
    ) AS each (ends, calls)
    WHERE each.ends > present - span AND each.ends <= present + span
    GROUP BY each.ends
  ) AS kept
  WHERE kept.calls > 0;
  granted := greatest(0, least(wanted, most - used));
  spared := CASE WHEN used + granted + spare <= most / 2 THEN spare ELSE 0 END;
  booking := ceil(ceil((present + lasts_ms * 1000) / grain) * grain);
  IF granted + spared > 0 THEN
    place := coalesce(array_position(held.ends, booking), cardinality(held.ends) + 1);
    held.ends[place] := booking;
    held.calls[place] := coalesce(held.calls[place], 0) + granted + spared;
    first_end := least(first_end, booking);
  END IF;
  used := used + granted + spared;
  wait_ms := coalesce(greatest(0.1, (first_end + span - present) / 1000), 0);
  UPDATE {schema}.rate_booking SET ends = held.ends, calls = held.calls,
    expires_at = clock_timestamp() + make_interval(secs => seconds * 2 + 60)
  WHERE name = window_name;
END $$;
