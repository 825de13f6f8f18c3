import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../src/errors.ts';

/**
 * What is needed to try the demo shop. It holds a key and a password in plain text, so the file is readable only by
 * its owner and exists only for the demo website.
 */
export type DemoAccess = {
  readonly baseUrl?: string;
  readonly subscriptionKey: string;
  readonly boxes: {
    readonly search: string;
    readonly relatedKeywords: string;
    readonly relatedProducts: string;
  };
  readonly identifiers: readonly string[];
  readonly patterns: readonly string[];
  readonly portal: { readonly url?: string; readonly email: string; readonly password: string };
};

const accessFile = (dataDir: string): string => join(dataDir, 'demo.json');

export const createPassword = (): string => randomBytes(12).toString('base64url');

export const writeDemoAccess = async (dataDir: string, access: DemoAccess): Promise<void> => {
  const file = accessFile(dataDir);
  const { baseUrl, ...rest } = access;
  await writeFile(`${file}.partial`, `${JSON.stringify({ baseUrl, ...rest }, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.partial`, file);
};

/** Updates the addresses in the file to those of this start; null when there is no demo website. */
export const refreshDemoAccess = async (dataDir: string, baseUrl: string): Promise<DemoAccess | null> => {
  const known = await readDemoAccess(dataDir);
  if (known === null) return null;
  const portal = { ...known.portal, url: `${baseUrl}/portal` };
  const { email, password } = portal;
  const access = { ...known, baseUrl, portal: { url: portal.url, email, password } };
  await writeDemoAccess(dataDir, access);
  return access;
};

export const hasDemoAccess = async (dataDir: string): Promise<boolean> =>
  (await readDemoAccess(dataDir)) !== null;

const readDemoAccess = async (dataDir: string): Promise<DemoAccess | null> => {
  const file = accessFile(dataDir);
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DemoAccess;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Fault('corrupted', `${file} cannot be read.`, {
      nextStep: 'Remove it; `kindred key create demo/<name>` makes another key.',
      cause,
    });
  }
};
