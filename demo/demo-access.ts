import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { diskFiles } from '../src/files/files.ts';
import { readJson } from '../src/files/read-json.ts';
import { replaceDurably } from '../src/files/replace-file.ts';
import { demoLanguages } from '../src/domain/demo-account.ts';

const demoAccessSchema = Type.Object({
  baseUrl: Type.Optional(Type.String()),
  /** Of the products; missing in a data folder of an earlier version, which is in English. */
  language: Type.Optional(Type.Enum([...demoLanguages])),
  /** `whole`: the shop gets more products while it serves. Missing: it has those of the first import. */
  assortment: Type.Optional(Type.Literal('whole')),
  subscriptionKey: Type.String(),
  boxes: Type.Object({
    search: Type.String(),
    relatedKeywords: Type.String(),
    relatedProducts: Type.String(),
    /** Missing in a data folder of an earlier version. */
    withoutCampaigns: Type.Optional(Type.String()),
  }),
  identifiers: Type.Array(Type.String()),
  patterns: Type.Array(Type.String()),
  /** For the pages of the demo shop; missing in a data folder of an earlier version. */
  storefront: Type.Optional(Type.Object({ key: Type.String(), catalogue: Type.String() })),
  portal: Type.Object({
    url: Type.Optional(Type.String()),
    email: Type.String(),
    password: Type.String(),
  }),
});

/**
 * What is needed to try the demo shop. It holds a key and a password in plain text, so the file is readable only by
 * its owner and exists only for the demo website.
 */
export type DemoAccess = Static<typeof demoAccessSchema>;

export const accessFile = (dataDir: string): string => join(dataDir, 'demo.json');

export const createPassword = (): string => randomBytes(12).toString('base64url');

export const writeDemoAccess = (dataDir: string, { baseUrl, ...rest }: DemoAccess): Promise<void> =>
  replaceDurably(
    diskFiles,
    accessFile(dataDir),
    `${JSON.stringify({ ...(baseUrl !== undefined && { baseUrl }), ...rest }, null, 2)}\n`,
  );

/** Updates the addresses in the file to those of this start; null when there is no demo website. */
export const refreshDemoAccess = async (dataDir: string, baseUrl: string): Promise<DemoAccess | null> => {
  const known = await findDemoAccess(dataDir);
  if (known === null) return null;
  const { email, password } = known.portal;
  const access = { ...known, baseUrl, portal: { url: `${baseUrl}/portal`, email, password } };
  await writeDemoAccess(dataDir, access);
  return access;
};

/** Null when there is no demo website, and `damaged` when the file cannot be read: no answer needs it. */
export const readDemoAccess = (dataDir: string): Promise<DemoAccess | 'damaged' | null> =>
  readJson(diskFiles, accessFile(dataDir), demoAccessSchema).catch(() => 'damaged' as const);

/** The same, for whoever cannot do without: null when it is damaged, too. */
export const findDemoAccess = async (dataDir: string): Promise<DemoAccess | null> => {
  const access = await readDemoAccess(dataDir);
  return access === 'damaged' ? null : access;
};
