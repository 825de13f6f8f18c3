/** Which version of each dataset must be live: a node that does not have it is not ready. */
export const liveVersions = `
CREATE TABLE live_versions (
  dataset_id INTEGER PRIMARY KEY REFERENCES datasets (id) ON DELETE CASCADE,
  version TEXT NOT NULL
) STRICT;
`;
