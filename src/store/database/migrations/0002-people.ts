/**
 * One account per person, who may be a member of several websites; keys with a grace period; the address a
 * change came from. Credentials (session, token, link) are stored as a hash of 256 random bits.
 */
export const people = `
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  administrator INTEGER NOT NULL DEFAULT 0,
  sealed_totp TEXT,
  sealed_totp_draft TEXT,
  totp_step INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE members (
  website_id INTEGER NOT NULL REFERENCES websites (id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  PRIMARY KEY (website_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_account ON members (account_id);

INSERT INTO accounts (id, email, password_hash) SELECT id, email, password_hash FROM operators;
INSERT INTO members (website_id, account_id, role) SELECT website_id, id, role FROM operators;
DROP TABLE operators;

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

CREATE TABLE all_keys (
  look_up TEXT PRIMARY KEY,
  subscription_id INTEGER NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
  slot TEXT NOT NULL,
  sealed TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  until_ms INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO all_keys (look_up, subscription_id, slot, sealed, created_ms)
  SELECT look_up, subscription_id, slot, sealed, unixepoch() * 1000 FROM subscription_keys;
DROP TABLE subscription_keys;
ALTER TABLE all_keys RENAME TO subscription_keys;
CREATE UNIQUE INDEX keys_in_use ON subscription_keys (subscription_id, slot) WHERE until_ms IS NULL;
CREATE UNIQUE INDEX keys_in_grace ON subscription_keys (subscription_id, slot) WHERE until_ms IS NOT NULL;

ALTER TABLE audit ADD COLUMN from_where TEXT;
CREATE INDEX audit_by_campaign ON audit
  (website_id, coalesce(json_extract(after, '$.ruleId'), json_extract(before, '$.ruleId')), sequence)
  WHERE action LIKE 'campaign.%';
`;
