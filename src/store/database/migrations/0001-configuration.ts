/**
 * Websites and what they own. References carry the website, so that the database itself refuses a box of
 * one shop on the dataset of another. Ids are never reused (AUTOINCREMENT): counters and encrypted
 * secrets are bound to them.
 */
export const configuration = `
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE websites (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  tracker TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE,
  settings TEXT NOT NULL
) STRICT;

CREATE TABLE datasets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  website_id INTEGER NOT NULL REFERENCES websites (id) ON DELETE CASCADE,
  tracker TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  products_id INTEGER,
  settings TEXT NOT NULL,
  sealed_auth TEXT,
  UNIQUE (website_id, name),
  UNIQUE (website_id, id),
  FOREIGN KEY (website_id, products_id) REFERENCES datasets (website_id, id)
) STRICT;

CREATE TABLE boxes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  website_id INTEGER NOT NULL REFERENCES websites (id) ON DELETE CASCADE,
  dataset_id INTEGER NOT NULL,
  tracker TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  settings TEXT NOT NULL,
  UNIQUE (website_id, name),
  UNIQUE (website_id, id),
  FOREIGN KEY (website_id, dataset_id) REFERENCES datasets (website_id, id)
) STRICT;

CREATE TABLE campaigns (
  rule_id INTEGER PRIMARY KEY AUTOINCREMENT,
  website_id INTEGER NOT NULL REFERENCES websites (id) ON DELETE CASCADE,
  box_id INTEGER,
  name TEXT NOT NULL,
  settings TEXT NOT NULL,
  UNIQUE (website_id, name),
  FOREIGN KEY (website_id, box_id) REFERENCES boxes (website_id, id)
) STRICT;

CREATE TABLE subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  website_id INTEGER NOT NULL REFERENCES websites (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  settings TEXT NOT NULL,
  UNIQUE (website_id, name),
  UNIQUE (website_id, id)
) STRICT;

CREATE TABLE subscription_boxes (
  website_id INTEGER NOT NULL,
  subscription_id INTEGER NOT NULL,
  box_id INTEGER NOT NULL,
  PRIMARY KEY (subscription_id, box_id),
  FOREIGN KEY (website_id, subscription_id) REFERENCES subscriptions (website_id, id) ON DELETE CASCADE,
  FOREIGN KEY (website_id, box_id) REFERENCES boxes (website_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE subscription_keys (
  subscription_id INTEGER NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
  slot TEXT NOT NULL,
  look_up TEXT NOT NULL UNIQUE,
  sealed TEXT NOT NULL,
  PRIMARY KEY (subscription_id, slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE operators (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  website_id INTEGER NOT NULL REFERENCES websites (id) ON DELETE CASCADE,
  email TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  password_hash TEXT NOT NULL
) STRICT;

CREATE TABLE audit (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  website_id INTEGER NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_website ON audit (website_id, sequence);
`;
