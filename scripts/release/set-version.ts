import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Greater means later; only plain numbers, since there are no pre-releases. */
export const isLater = (version: string, than: string): boolean => {
  const [ours, theirs] = [version, than].map((text) => text.split('.').map(Number));
  const at = ours?.findIndex((part, place) => part !== theirs?.[place]) ?? -1;
  return at >= 0 && (ours?.[at] ?? 0) > (theirs?.[at] ?? 0);
};

/** What names the version outside of a package, with what stands before it. */
const mentions = {
  Containerfile: /(image\.version=)[\d.]+\d/,
  'README.md': /(kindred-search-kindred-)[\d.]+\d/,
  'examples/deploy/kubernetes/kindred.yaml': /(registry\.example\/kindred:)[\d.]+\d/,
};

/** Service, clients and image have one version. Returns the files that were written. */
export const setVersion = (root: string, version: string): string[] => {
  const packages = ['package.json', ...globSync('clients/*/package.json', { cwd: root }).sort()];
  for (const file of packages) {
    const text = readFileSync(join(root, file), 'utf8');
    writeFileSync(join(root, file), text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`));
  }
  for (const [name, pattern] of Object.entries(mentions)) {
    const file = join(root, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, `$1${version}`));
  }
  const lock = join(root, 'package-lock.json');
  // The first two versions of a lock file are those of the project itself.
  let left = 2;
  const text = readFileSync(lock, 'utf8');
  writeFileSync(
    lock,
    text.replace(/^( +"version": )"[^"]*"/gm, (line, start: string) =>
      left-- > 0 ? `${start}"${version}"` : line,
    ),
  );
  return [...packages, ...Object.keys(mentions), 'package-lock.json'];
};
