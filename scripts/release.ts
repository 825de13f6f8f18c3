// Makes a release: checks the upgrade, sets the version, closes the changelog, writes notes and an SBOM, commits and tags.
//   npm run release -- 0.2.0 --from <commit or tag of the release before> --recomputed "Nothing."
// Nothing is pushed or published. `--dry-run` checks everything and writes nothing.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFormat, release as current } from '../src/release.ts';
import { closeUnreleased, readUnreleased, writeNotes } from './release/changelog.ts';
import { checkUpgrade } from './release/check-upgrade.ts';
import { isLater, setVersion } from './release/set-version.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    recomputed: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const usage =
  'npm run release -- <version> --from <commit or tag before> --recomputed "<what the next import recomputes>" [--dry-run]';
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const root = join(import.meta.dirname, '..');
const git = (...words: string[]): string =>
  execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' }).trim();
const refuse = (why: string): never => {
  console.error(`${why}\n${usage}`);
  process.exit(2);
};

const findLastTag = (): string | null =>
  git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')[0] || null;

/** Null where a release did not write one. */
const readFormatAt = (ref: string): number | null => {
  const has = git('ls-tree', '--name-only', ref, 'src/release.ts') !== '';
  const [, format = null] = has
    ? (/dataFormat = (\d+)/.exec(git('show', `${ref}:src/release.ts`)) ?? [])
    : [];
  return format === null ? null : Number(format);
};

const [version = ''] = positionals;
const { from = findLastTag(), recomputed } = values;
if (!/^\d+\.\d+\.\d+$/.test(version)) refuse('Name the version as three numbers: 0.2.0.');
if (!isLater(version, current)) refuse(`${version} is not later than ${current}.`);
if (from === null) refuse('There is no tag yet: name the commit that is upgraded with --from.');
if (recomputed === undefined)
  refuse('Say with --recomputed what the next import computes anew: "Nothing.", for example.');
if (git('status', '--porcelain') !== '') refuse('Commit or remove your changes first.');
const changelogFile = join(root, 'CHANGELOG.md');
const changelog = readFileSync(changelogFile, 'utf8');
const changes = readUnreleased(changelog);

const failures = await checkUpgrade(root, from ?? '', console.log);
for (const failure of failures) console.error(`failed: ${failure}`);
if (failures.length > 0) process.exit(1);
console.log(`upgrade from ${from}: nothing is lost`);
if (values['dry-run']) process.exit(0);

const files = setVersion(root, version);
writeFileSync(changelogFile, closeUnreleased(changelog, version, new Date().toISOString().slice(0, 10)));
execFileSync('npm', ['run', 'openapi'], { cwd: root, stdio: 'inherit' });
const notesFolder = join(root, 'dist', 'release');
mkdirSync(notesFolder, { recursive: true });
const before = readFormatAt(from ?? '');
const notes = writeNotes(version, changes, { before, now: dataFormat, recomputed: recomputed ?? '' });
writeFileSync(join(notesFolder, `notes-${version}.md`), notes);
const sbom = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], { cwd: root });
writeFileSync(join(notesFolder, `kindred-${version}.cdx.json`), sbom);
git('add', 'CHANGELOG.md', 'openapi.json', 'openapi.admin.json', 'clients', ...files);
git('commit', '--quiet', '-m', `release: ${version}`);
git('tag', '-a', `v${version}`, '-m', `Kindred ${version}`);
console.log(
  `v${version} is committed and tagged; notes and SBOM are in dist/release. Push with: git push --follow-tags`,
);
