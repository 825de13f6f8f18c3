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
