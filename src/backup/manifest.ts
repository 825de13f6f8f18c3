import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Fault } from '../errors.ts';
import { diskFiles, type Files } from '../files/files.ts';
import { replaceDurably } from '../files/replace-file.ts';
import { appendChecksum, verifyChecksum } from '../files/checksums.ts';

/** Increased when backups of an older program can no longer be restored. */
const format = 1;

/** A forged manifest must not write outside the data folder. */
const isRelativePath = (path: string): boolean => {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
};

const schema = Type.Object({
  format: Type.Literal(format),
  createdAt: Type.String(),
  /** `none`: the data folder had no key file, so the key comes from the environment. */
  secretKey: Type.Union([Type.Literal('included'), Type.Literal('left-out'), Type.Literal('none')]),
  files: Type.Array(
    Type.Object({
      /** Under `data/` in the backup and under the data folder, with slashes. */
      path: Type.Refine(Type.String(), isRelativePath, () => 'must lie in the data folder'),
      bytes: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
  ),
});

export type Manifest = Static<typeof schema>;
export type ManifestFile = Manifest['files'][number];

const manifestName = 'backup.json';
/** The copied files lie in this subfolder of the backup. */
export const contentsName = 'data';

export const sumBytes = ({ files }: Pick<Manifest, 'files'>): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

/** The last step of a backup: without its manifest it is incomplete and refused. */
export const writeManifest = (
  files: Files,
  backup: string,
  manifest: Omit<Manifest, 'format'>,
): Promise<void> =>
  replaceDurably(files, join(backup, manifestName), appendChecksum(JSON.stringify({ format, ...manifest })));

export const readManifest = async (backup: string): Promise<Manifest> => {
  const file = join(backup, manifestName);
  const content = await diskFiles.read(file);
  if (content === null) throw damagedFile(file, 'is missing: this is no backup, or only half of one');
  const body = verifyChecksum(content.toString('utf8'));
  if (body === null) throw damagedFile(file, 'does not match its checksum');
  const value: unknown = JSON.parse(body);
  if (!Value.Check(schema, value)) throw damagedFile(file, 'is not a manifest that this program can read');
  return value;
};

export const damagedFile = (file: string, problem: string): Fault =>
  new Fault('corrupted', `${file} ${problem}.`, {
    nextStep: 'Restore another backup: `kindred backups` lists the complete ones. Nothing was changed.',
  });
