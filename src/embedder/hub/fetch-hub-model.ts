import { Fault } from '../../errors.ts';
import {
  loadHubModel,
  modelFolder,
  type Pins,
  pinsFile,
  readPins,
  computeChecksums,
  writePins,
} from './hub-embedder.ts';
import type { HubConnection } from './library.ts';

export type HubOptions = HubConnection & {
  /** Models are stored under `<folder>/<organisation>/<name>`. */
  readonly folder: string;
  /** Makes no requests: a model that was not downloaded before cannot be used. */
  readonly offline: boolean;
  /** Bytes of a file so far, and in total where the hub announces it. */
  readonly progress?: (file: string, done: number, total: number | null) => void;
};

const namePattern = /^[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9][\w.-]{0,95}$/;

const unavailable = (model: string, why: string, cause?: unknown): Fault =>
  new Fault('unavailable', `The model ${model} is not available: ${why}.`, {
    nextStep: 'Check the name and the connection, or put the model into a folder and name it folder:/path.',
    cause,
  });

/** Vectors of the two contents would not be comparable, and nobody asked for a change of model. */
const changedFile = (model: string, file: string, folder: string): Fault =>
  new Fault('corrupted', `The file ${file} of the model ${model} has changed since it was first used.`, {
    nextStep: `Restore the file. To use the model as it is now, remove ${pinsFile(folder, model)} and ${modelFolder(folder, model)}, and import again: all pictures are embedded again.`,
  });

const refuseChangedFiles = (model: string, folder: string, pins: Pins, checksums: Pins): void => {
  for (const [file, sum] of Object.entries(checksums)) {
    if (pins[file] !== undefined && pins[file] !== sum) throw changedFile(model, file, folder);
  }
};

/** The library throws plain errors that differ only in their messages. */
const toFault = (model: string, error: unknown): Fault => {
  if (error instanceof Fault) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (/checksum/.test(text)) return unavailable(model, text, error);
  const [, file] = /Could not locate file: ".*\/resolve\/[^/]+\/(.*?)"/.exec(text) ?? [];
  let why = 'it cannot be downloaded or loaded';
  if (/unsupported model type/i.test(text)) why = 'its model type is not supported';
  else if (file !== undefined) why = `the hub has no ${file} of it`;
  else if (/unauthorized|forbidden/i.test(text)) why = 'the hub restricts access to it';
  return unavailable(model, why, error);
};

const downloadModel = async (model: string, { folder, url, fetch, progress }: HubOptions): Promise<void> => {
  const loaded = await loadHubModel({
    name: model,
    folder,
    connection: { url, fetch },
    threads: 1,
    progress: (info) => {
      if (info.status === 'progress') progress?.(info.file, info.loaded, info.total || null);
    },
  });
  await loaded.close();
};

/**
 * Downloads a model of the hub into its folder, once, and records the checksums of its files. A file that differs
 * later, on disk or at the hub, is refused.
 */
export const fetchHubModel = async (model: string, options: HubOptions): Promise<void> => {
  if (!namePattern.test(model)) {
    throw new Fault('bad-input', `"${model}" is not the name of a model.`, {
      nextStep: 'Write it like hub:onnx-community/dinov2-small.',
    });
  }
  const { folder } = options;
  const pins = await readPins(folder, model);
  const checksums = pins === null ? {} : await computeChecksums(folder, model);
  if (pins !== null) refuseChangedFiles(model, folder, pins, checksums);
  if (pins !== null && Object.keys(pins).every((file) => checksums[file] !== undefined)) return;
  if (options.offline) throw unavailable(model, 'it has not been downloaded, and the service works offline');
  try {
    await downloadModel(model, options);
    const fetched = await computeChecksums(folder, model, checksums);
    if (pins === null) await writePins(folder, model, fetched);
    else refuseChangedFiles(model, folder, pins, fetched);
  } catch (error) {
    throw toFault(model, error);
  }
};
