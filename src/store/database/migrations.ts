/**
 * Websites and what they own. References carry the website, so that the database itself refuses a box of
 * one shop on the dataset of another. Ids are never reused (AUTOINCREMENT): counters and encrypted
 * secrets are bound to them. One account per person, who may be a member of several websites; credentials
 * (session, token, link) are stored as a hash of 256 random bits.
 */
export const firstSchema = `
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
  look_up TEXT PRIMARY KEY,
  subscription_id INTEGER NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
  slot TEXT NOT NULL,
  sealed TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  until_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX keys_in_use ON subscription_keys (subscription_id, slot) WHERE until_ms IS NULL;
CREATE UNIQUE INDEX keys_in_grace ON subscription_keys (subscription_id, slot) WHERE until_ms IS NOT NULL;

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
  hash TEXT NOT NULL,
  from_where TEXT
) STRICT;
CREATE INDEX audit_by_website ON audit (website_id, sequence);
CREATE INDEX audit_by_campaign ON audit
  (website_id, coalesce(json_extract(after, '$.ruleId'), json_extract(before, '$.ruleId')), sequence)
  WHERE action LIKE 'campaign.%';

CREATE TABLE accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  administrator INTEGER NOT NULL DEFAULT 0,
  sealed_totp TEXT,
  sealed_totp_draft TEXT,
  totp_step INTEGER NOT NULL DEFAULT 0,
  -- A generated password is for the first sign-in: it expires unless its owner replaces it.
  password_until_ms INTEGER
) STRICT;

CREATE TABLE members (
  website_id INTEGER NOT NULL REFERENCES websites (id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  PRIMARY KEY (website_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_account ON members (account_id);

CREATE TABLE invitations (
  website_id INTEGER NOT NULL REFERENCES websites (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  role TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  expires_ms INTEGER NOT NULL,
  PRIMARY KEY (website_id, email)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  created_ms INTEGER NOT NULL,
  seen_ms INTEGER NOT NULL,
  address TEXT NOT NULL,
  user_agent TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_account ON sessions (account_id);

CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  created_ms INTEGER NOT NULL,
  used_ms INTEGER,
  UNIQUE (account_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE attempts (
  subject TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  last_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE known_addresses (
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  seen_ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, address)
) STRICT, WITHOUT ROWID;
`;

/** An administrator who entered a website that they are no member of, until when, and why. */
export const visits = `
CREATE TABLE visits (
  website_id INTEGER NOT NULL REFERENCES websites (id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  until_ms INTEGER NOT NULL,
  PRIMARY KEY (website_id, account_id)
) STRICT, WITHOUT ROWID;
`;

/** Which version of each dataset must be live: a node that does not have it is not ready. */
export const liveVersions = `
CREATE TABLE live_versions (
  dataset_id INTEGER PRIMARY KEY REFERENCES datasets (id) ON DELETE CASCADE,
  version TEXT NOT NULL
) STRICT;
`;
