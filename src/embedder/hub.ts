import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Fault } from '../errors.ts';
import type { SendPictures } from './http-embedder.ts';
import { weightFiles } from './vision-model.ts';

export type HubOptions = {
  /** `https://huggingface.co`, or a mirror of it. */
  readonly url: string;
  /** Models are kept under `<folder>/<organisation>/<name>`. */
  readonly folder: string;
  /** Asks nobody: a model that is not kept yet cannot be used. */
  readonly offline: boolean;
  readonly fetch: SendPictures;
  /** Bytes of a file so far, and in all where the hub says so. */
  readonly progress?: (file: string, done: number, total: number | null) => void;
};

const namePattern = /^[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9][\w.-]{0,95}$/;
const description = 'preprocessor_config.json';
const sums = 'checksums.json';

type Sums = Readonly<Record<string, string>>;

const unavailable = (model: string, why: string, cause?: unknown): Fault =>
  new Fault('unavailable', `The model ${model} cannot be had: ${why}.`, {
    nextStep: 'Check the name and the connection, or put the model into a folder and name it folder:/path.',
    cause,
  });

const sha256 = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
};

const readSums = async (folder: string): Promise<Sums | null> => {
  const text = await readFile(join(folder, sums), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Sums);
};

/** A model that was kept whole is used as it was kept; one that changed on the disk is not. */
const checkKept = async (folder: string, model: string, kept: Sums): Promise<void> => {
  for (const [file, sum] of Object.entries(kept)) {
    const found = await sha256(join(folder, file)).catch(() => null);
    if (found === sum) continue;
    throw new Fault('corrupted', `The file ${file} of the model ${model} is not what was downloaded.`, {
      nextStep: `Remove ${folder} and import again: the model is downloaded anew.`,
    });
  }
};

/** Large files carry their SHA-256 as a tag; small ones another digest, which says nothing to us. */
const toldSum = (response: Response): string | null => {
  const tag = response.headers.get('x-linked-etag') ?? response.headers.get('etag') ?? '';
  return /^(?:W\/)?"?([0-9a-f]{64})"?$/.exec(tag)?.[1] ?? null;
};

const save = async (
  response: Response,
  file: string,
  told: (done: number, total: number | null) => void,
): Promise<void> => {
  const total = Number(response.headers.get('content-length')) || null;
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(`${file}.partial`, 'w');
  let done = 0;
  try {
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      await handle.writeFile(piece);
      done += piece.length;
      told(done, total);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (total !== null && done !== total) throw new Error(`${done} of ${total} bytes came`);
};

/** A file of a model, checked against the checksum that the hub tells; null when the model has none of that name. */
const download = async (
  { url, fetch, progress }: HubOptions,
  model: string,
  { folder, file }: { readonly folder: string; readonly file: string },
): Promise<string | null> => {
  const path = join(folder, file);
  const response = await fetch(`${url}/${model}/resolve/main/${file}`, {});
  if (response.status === 404) {
    await response.body?.cancel();
    return null;
  }
  if (!response.ok) throw unavailable(model, `the hub answered ${response.status} for ${file}`);
  await save(response, path, (done, total) => progress?.(file, done, total));
  const found = await sha256(`${path}.partial`);
  const told = toldSum(response);
  if (told !== null && told !== found) {
    await rm(`${path}.partial`, { force: true });
    throw unavailable(model, `${file} does not have the checksum that the hub tells`);
  }
  await rename(`${path}.partial`, path);
  return found;
};

const downloadAll = async (options: HubOptions, model: string, folder: string): Promise<void> => {
  const found: Record<string, string> = {};
  const described = await download(options, model, { folder, file: description });
  if (described === null) throw unavailable(model, `the hub has no ${description} of that name`);
  found[description] = described;
  for (const file of weightFiles.filter((name) => name.startsWith('onnx/'))) {
    const sum = await download(options, model, { folder, file });
    if (sum === null) continue;
    found[file] = sum;
    // Written last: a folder without it was not downloaded whole.
    await writeFile(join(folder, sums), JSON.stringify(found));
    return;
  }
  throw unavailable(model, 'it is not published in ONNX (onnx/vision_model.onnx or onnx/model.onnx)');
};

/** Brings a model of the hub into its folder, once; returns the folder. */
export const fetchHubModel = async (model: string, options: HubOptions): Promise<string> => {
  if (!namePattern.test(model)) {
    throw new Fault('bad-input', `"${model}" is not the name of a model.`, {
      nextStep: 'Write it like hub:onnx-community/dinov2-small.',
    });
  }
  const folder = join(options.folder, ...model.split('/'));
  const kept = await readSums(folder);
  if (kept !== null) {
    await checkKept(folder, model, kept);
    return folder;
  }
  if (options.offline) throw unavailable(model, 'it is not kept here, and the service works offline');
  try {
    await downloadAll(options, model, folder);
  } catch (cause) {
    throw cause instanceof Fault ? cause : unavailable(model, 'the hub cannot be reached', cause);
  }
  return folder;
};
