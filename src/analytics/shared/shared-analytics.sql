-- Use of the boxes as all nodes counted it. Safe to run again. Each process (writer) has rows of its own.

-- What a writer counted of a website in an hour: the rows of its tables. Website 0: hours in which it counted at all.
CREATE TABLE IF NOT EXISTS {schema}.analytics_part (
  writer uuid NOT NULL,
  hour integer NOT NULL,
  website_id integer NOT NULL,
  revision bigint NOT NULL,
  rows jsonb NOT NULL,
  PRIMARY KEY (writer, hour, website_id)
);
CREATE INDEX IF NOT EXISTS analytics_part_revision ON {schema}.analytics_part (writer, revision);
CREATE INDEX IF NOT EXISTS analytics_part_hour ON {schema}.analytics_part (hour);

-- The revision of the part that a writer changed last.
CREATE TABLE IF NOT EXISTS {schema}.analytics_writer (
  writer uuid PRIMARY KEY,
  revision bigint NOT NULL
);
