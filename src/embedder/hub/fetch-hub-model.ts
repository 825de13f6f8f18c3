import { Fault } from '../../errors.ts';
import { loadHubModel } from './hub-embedder.ts';
import type { HubConnection } from './library.ts';
import { modelFolder, type Pins, pinsFile, readPins, computeChecksums, writePins } from './pins.ts';

export type HubOptions = HubConnection & {
  /** Models are kept under `<folder>/<organisation>/<name>`. */
  readonly folder: string;
  /** Asks nobody: a model that is not kept yet cannot be used. */
  readonly offline: boolean;
  /** Bytes of a file so far, and in all where the hub says so. */
  readonly progress?: (file: string, done: number, total: number | null) => void;
};

const namePattern = /^[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9][\w.-]{0,95}$/;

const unavailable = (model: string, why: string, cause?: unknown): Fault =>
  new Fault('unavailable', `The model ${model} cannot be had: ${why}.`, {
    nextStep: 'Check the name and the connection, or put the model into a folder and name it folder:/path.',
    cause,
  });

/** Vectors of the two would not be comparable, and nobody said that the model should change. */
const changedFile = (model: string, file: string, folder: string): Fault =>
  new Fault(
    'corrupted',
    `The file ${file} of the model ${model} is not what it was when it was first used.`,
    {
      nextStep: `Restore the file. To use the model as it is now, remove ${pinsFile(folder, model)} and ${modelFolder(folder, model)}, and import again: all pictures are looked at anew.`,
    },
  );

const refuseChangedFiles = (model: string, folder: string, pins: Pins, found: Pins): void => {
  for (const [file, sum] of Object.entries(found)) {
    if (pins[file] !== undefined && pins[file] !== sum) throw changedFile(model, file, folder);
  }
};

/** The library throws plain errors, whose words are all there is to tell them apart by. */
const toFault = (model: string, error: unknown): Fault => {
  if (error instanceof Fault) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (/checksum/.test(text)) return unavailable(model, text, error);
  if (/unsupported model type/i.test(text))
    return unavailable(model, 'it is of a kind that is not known', error);
  const [, file] = /Could not locate file: ".*\/resolve\/[^/]+\/(.*?)"/.exec(text) ?? [];
  if (file !== undefined) return unavailable(model, `the hub has no ${file} of it`, error);
  if (/unauthorized|forbidden/i.test(text))
    return unavailable(model, 'the hub does not give it to everybody', error);
  return unavailable(model, 'it cannot be fetched or loaded', error);
};

const downloadModel = async (model: string, { folder, url, fetch, progress }: HubOptions): Promise<void> => {
  const net = await loadHubModel({
    name: model,
    folder,
    connection: { url, fetch },
    threads: 1,
    progress: (told) => {
      if (told.status === 'progress') progress?.(told.file, told.loaded, told.total || null);
    },
  });
  await net.close();
};

const isComplete = (pins: Pins, found: Pins): boolean =>
  Object.keys(pins).every((file) => found[file] !== undefined);

/**
 * Brings a model of the hub into its folder, once. What it was made of then is written down: a file that is
 * another later, on this disk or at the hub, is refused.
 */
export const fetchHubModel = async (model: string, options: HubOptions): Promise<void> => {
  if (!namePattern.test(model)) {
    throw new Fault('bad-input', `"${model}" is not the name of a model.`, {
      nextStep: 'Write it like hub:onnx-community/dinov2-small.',
    });
  }
  const { folder } = options;
  const pins = await readPins(folder, model);
  const found = pins === null ? {} : await computeChecksums(folder, model);
  if (pins !== null) refuseChangedFiles(model, folder, pins, found);
  if (pins !== null && isComplete(pins, found)) return;
  if (options.offline) throw unavailable(model, 'it is not kept here, and the service works offline');
  try {
    await downloadModel(model, options);
    const fetched = await computeChecksums(folder, model, found);
    if (pins === null) await writePins(folder, model, fetched);
    else refuseChangedFiles(model, folder, pins, fetched);
  } catch (error) {
    throw toFault(model, error);
  }
};
