import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { Fault } from '../../errors.ts';
import { readModelFile } from '../../embedder/inference/model-file.ts';
import { installParts, listMissingParts } from '../../embedder/native-parts.ts';
import { formatBytes } from '../terminal/output.ts';

const required = { nodeMajor: 24, freeBytes: 1e9, leastFreeBytes: 1e8 } as const;

export const checkNode = (): Finding => {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) >= required.nodeMajor) return ok('Node', node);
  return fail(
    'Node',
    `${node} is too old`,
    `Install Node ${required.nodeMajor} or newer, or run \`npm start\` once.`,
  );
};

export const checkFolder = async ({ dataDir }: Config): Promise<Finding> => {
  if (!existsSync(dataDir)) {
    return warn(
      'data folder',
      `${dataDir} does not exist yet`,
      'It is made by the first `kindred apply` or `npm start`.',
    );
  }
  const probe = join(dataDir, `.doctor-${randomUUID()}`);
  try {
    await writeFile(probe, '');
    const { mode } = await stat(dataDir);
    if ((mode & 0o077) === 0) return ok('data folder', `${dataDir} is writable, by its owner only`);
    return warn(
      'data folder',
      `${dataDir} has mode ${(mode & 0o777).toString(8)}: other users of the machine can read it`,
      `chmod 700 ${dataDir}`,
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(
      'data folder',
      `${dataDir} is not writable: ${why}`,
      'Give the account that runs Kindred the right to write there.',
    );
  } finally {
    await rm(probe, { force: true });
  }
};

export const checkSpace = async ({ dataDir }: Config): Promise<Finding> => {
  if (!existsSync(dataDir)) return ok('disk space', 'nothing is stored yet');
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const detail = `${formatBytes(free)} free`;
  if (free >= required.freeBytes) return ok('disk space', detail);
  const nextStep = 'Free some space: a new version is built beside the live one.';
  return free < required.leastFreeBytes
    ? fail('disk space', detail, nextStep)
    : warn('disk space', detail, nextStep);
};

/** The key file gives access to every secret of the store. */
export const checkSecretKey = async ({ dataDir, secretKey }: Config): Promise<Finding> => {
  if (secretKey !== null) return ok('secret key', 'given by KINDRED_SECRET_KEY');
  const file = join(dataDir, 'secret.key');
  if (!existsSync(file)) return ok('secret key', 'made on first use');
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return ok('secret key', `${file} is readable by its owner only`);
  const octal = (mode & 0o777).toString(8);
  return fail(
    'secret key',
    `${file} has mode ${octal}: others can read it`,
    `chmod 600 ${file}, then rotate the keys.`,
  );
};

/** Behind a proxy that is not trusted, all callers share its address, and one of them can delay everybody's sign-in. */
export const checkProxies = ({ publicUrl, trustedProxies }: Config): Finding => {
  if (publicUrl === null || !publicUrl.startsWith('https:') || trustedProxies.length > 0)
    return ok('proxies', trustedProxies.length > 0 ? trustedProxies.join(', ') : 'none');
  return warn(
    'proxies',
    `the public address is ${publicUrl}, but no proxy is trusted: all callers seem to have one address`,
    'Set KINDRED_TRUSTED_PROXIES to the address of the proxy that ends TLS.',
  );
};

const modelFolder = join(import.meta.dirname, '..', '..', '..', 'models', 'mobilenet-v1');

export const checkModel = async (): Promise<Finding> => {
  try {
    const { description } = await readModelFile(modelFolder);
    return ok('model', `${description.name} has its checksum`);
  } catch (error) {
    const nextStep = error instanceof Fault ? error.nextStep : undefined;
    const why = error instanceof Error ? error.message : String(error);
    return fail('model', why, nextStep ?? 'Restore the models folder from the release.');
  }
};

export const checkPictures = async (): Promise<Finding> => {
  const missing = await listMissingParts();
  if (missing.length === 0) return ok('pictures', 'can be decoded and compared');
  return warn('pictures', `${missing.join(' and ')} cannot be loaded`, installParts(missing));
};

/** The result of one check. `warn`: it works, but needs attention. */
export type Finding = {
  readonly check: string;
  readonly result: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly nextStep?: string;
};

const finding =
  (result: 'warn' | 'fail') =>
  (check: string, detail: string, nextStep: string): Finding => ({ check, result, detail, nextStep });

export const ok = (check: string, detail: string): Finding => ({ check, result: 'ok', detail });
export const warn = finding('warn');
export const fail = finding('fail');
