import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkUpgrade } from '../../scripts/release/check-upgrade.ts';
import { cloneRepository, commitAll } from '../guides/support/clone-repository.ts';
import { limits } from '../limits.ts';

/*
 * A release with a migration that loses something must not leave the house: `npm run release` refuses where this program
 * finds a loss.
 */
const migration = `
export const broken = \`
DELETE FROM campaigns WHERE rule_id = (SELECT MAX(rule_id) FROM campaigns);
UPDATE boxes SET settings = json_set(settings, '$.cacheControl', 'no-store');
\`;
`;

/** A clone whose last commit is a release with that migration. */
const makeBrokenRelease = (clone: string): void => {
  cloneRepository(clone);
  commitAll(clone, 'as it is');
  const folder = join(clone, 'src', 'store', 'database');
  writeFileSync(join(folder, 'broken.ts'), migration);
  const file = join(folder, 'migrate.ts');
  const source = readFileSync(file, 'utf8');
  const changed = source.replace(/(const migrations[^;]*)\];/, '$1, broken];');
  expect(changed).not.toBe(source);
  writeFileSync(file, `import { broken } from './broken.ts';\n${changed}`);
  commitAll(clone, 'a migration that loses a campaign');
};

it(
  'a migration that loses a campaign and a setting, and locks out the release before, is found by the check of an upgrade',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kindred-broken-'));
    try {
      const clone = join(folder, 'clone');
      makeBrokenRelease(clone);
      const failures = (await checkUpgrade(clone, 'HEAD~1', () => undefined)).join('\n');
      expect(failures).toMatch(/^\$\.declaration\.campaigns has (\d+) entries, not \d+$/m);
      expect(failures).toMatch(/^\$\.declaration\.boxes\[0\]\.cacheControl was .* and is "no-store"$/m);
      expect(failures).toContain('the older release does not start again');
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
  limits.sweep,
);
