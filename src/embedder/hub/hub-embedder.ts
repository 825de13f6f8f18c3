import type { ProgressInfo } from '@huggingface/transformers';
import { Fault } from '../../errors.ts';
import type { Embedder } from '../embedder.ts';
import { type LoadedModel, createModelEmbedder } from '../inference/model-embedder.ts';
import {
  type ModelOutput,
  chooseOutput,
  toUnitLength,
  poolOutput,
  readInputSize,
} from '../inference/model-file.ts';
import { type HubConnection, loadLibrary } from './library.ts';
import { hash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Type } from 'typebox';
import { computeDigest } from '../../files/copy-file.ts';
import { diskFiles } from '../../files/files.ts';
import { readJson } from '../../files/read-json.ts';
import { replaceDurably } from '../../files/replace-file.ts';

/** Model types with an image and a text encoder: only the image encoder and its projection are used. */
const imageTextModels = new Set(['clip', 'siglip', 'jina_clip']);

type LoadOptions = {
  readonly name: string;
  readonly folder: string;
  /** null: from downloaded files only. */
  readonly connection: HubConnection | null;
  readonly threads: number;
  readonly progress?: (info: ProgressInfo) => void;
};
/** Loads a model with the hub's library, which knows its architecture and its preprocessing. */
export const loadHubModel = async ({
  name,
  folder,
  connection,
  threads,
  progress,
}: LoadOptions): Promise<LoadedModel> => {
  const library = await loadLibrary(folder, connection);
  const options = { local_files_only: connection === null, ...(progress && { progress_callback: progress }) };
  const processor = await library.AutoImageProcessor.from_pretrained(name, options);
  const config = await library.AutoConfig.from_pretrained(name, options);
  const modelClass = imageTextModels.has(config.model_type ?? '')
    ? library.AutoModelForImageFeatureExtraction
    : library.AutoModel;
  const model = await modelClass.from_pretrained(name, {
    ...options,
    config,
    dtype: 'fp32',
    device: 'cpu',
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
  });
  // Pictures are already fitted into the square: cropping would lose parts of products.
  processor.do_resize = false;
  processor.do_center_crop = false;
  const size = readInputSize(processor.config);
  return {
    size,
    async run({ data, width, height }) {
      const image = new library.RawImage(data, width, height, 3);
      const { pixel_values } = (await processor(image)) as { pixel_values: unknown };
      const outputs = (await model({ pixel_values })) as Record<string, ModelOutput>;
      const output = outputs[chooseOutput(Object.keys(outputs)) ?? ''];
      if (output === undefined) throw new TypeError(`the model ${name} has no output`);
      return toUnitLength(poolOutput(output));
    },
    close: async () => void (await model.dispose()),
  };
};

/** A model that was downloaded before, without any request. */
export const openDownloadedHubModel = async (
  name: string,
  folder: string,
  threads: number,
): Promise<Embedder> => {
  const pins = await readPins(folder, name);
  if (pins === null) throw new Fault('unavailable', `The model ${name} has not been downloaded.`);
  const loaded = await loadHubModel({ name, folder, connection: null, threads });
  return createModelEmbedder(loaded, `${name.split('/')[1]}@${digestPins(pins)}`);
};

/** File → its SHA-256 in hex, as it was when the model was first used here. */
export type Pins = Readonly<Record<string, string>>;

const schema = Type.Record(Type.String(), Type.String({ pattern: '^[0-9a-f]{64}$' }));

export const modelFolder = (folder: string, model: string): string => join(folder, ...model.split('/'));

/** Beside the model's folder and not in it: its files may be removed and downloaded again, and must then match. */
export const pinsFile = (folder: string, model: string): string => `${modelFolder(folder, model)}.sums.json`;

export const readPins = (folder: string, model: string): Promise<Pins | null> =>
  readJson(diskFiles, pinsFile(folder, model), schema);

export const writePins = async (folder: string, model: string, pins: Pins): Promise<void> => {
  const file = pinsFile(folder, model);
  await diskFiles.makeFolder(dirname(file));
  await replaceDurably(diskFiles, file, JSON.stringify(pins, null, 2));
};

/** Checksums of the files that exist now. Files in `known` are not read again. */
export const computeChecksums = async (folder: string, model: string, known: Pins = {}): Promise<Pins> => {
  const root = modelFolder(folder, model);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const checksums: Record<string, string> = {};
  for (const file of files.sort()) {
    const name = relative(root, file).replaceAll('\\', '/');
    checksums[name] = known[name] ?? (await computeDigest(diskFiles, file)).sha256;
  }
  return checksums;
};

/** Identifies the model by content: the same files give the same digest, whatever the model is called. */
const digestPins = (pins: Pins): string =>
  hash('sha256', JSON.stringify(Object.entries(pins).sort()), 'hex').slice(0, 12);
