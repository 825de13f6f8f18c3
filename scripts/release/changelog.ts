const heading = /^## Unreleased\n/m;

/** The part of a changelog below "Unreleased"; throws when there is none, or nothing in it. */
export const readUnreleased = (changelog: string): string => {
  const found = heading.exec(changelog);
  if (found === null) throw new Error('CHANGELOG.md has no section "## Unreleased".');
  const rest = changelog.slice(found.index + found[0].length);
  const end = rest.search(/^## /m);
  const text = (end < 0 ? rest : rest.slice(0, end)).trim();
  if (text === '') throw new Error('Nothing is listed under "## Unreleased" in CHANGELOG.md.');
  return text;
};

/** The changelog with its unreleased changes under a release, and an empty section for the next ones. */
export const closeUnreleased = (changelog: string, version: string, day: string): string =>
  changelog.replace(heading, `## Unreleased\n\n## ${version} (${day})\n`);

/** What an operator has to know about stored data; `before`: the data format of the release that is upgraded. */
export type StoredData = {
  readonly before: number | null;
  readonly now: number;
  readonly recomputed: string;
};

export const writeNotes = (
  version: string,
  changes: string,
  { before, now, recomputed }: StoredData,
): string => {
  const older =
    before === now
      ? `Nodes of the release before read everything that this one stores (data format ${now}): nodes can be upgraded one after the other, and back.`
      : `Data format ${now}${before === null ? '' : ` (before: ${before})`}: nodes that run go on reading, older releases do not start on it any more. Make a backup before the upgrade; it is the way back.`;
  return `# Kindred ${version}\n\n## What the next import recomputes\n\n${recomputed}\n\n## What older nodes can read\n\n${older}\n\n## Changes\n\n${changes}\n`;
};
