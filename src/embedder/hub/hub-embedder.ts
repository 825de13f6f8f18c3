import type { ProgressInfo } from '@huggingface/transformers';
import { Fault } from '../../errors.ts';
import type { Embedder } from '../embedder.ts';
import { type LoadedModel, createModelEmbedder } from '../inference/model-embedder.ts';
import { type ModelOutput, chooseOutput, toUnitLength, poolOutput } from '../inference/pooling.ts';
import { readInputSize } from '../inference/vision-model.ts';
import { type HubLibrary, type HubConnection, loadLibrary } from './library.ts';
import { digestPins, readPins } from './pins.ts';

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

const modelClass = (library: HubLibrary, type: string) =>
  imageTextModels.has(type) ? library.AutoModelForImageFeatureExtraction : library.AutoModel;

/** Loads a model with the hub's library, which knows its architecture and its preprocessing. */
export const loadHubModel = async ({
  name,
  folder,
  connection,
  threads,
  progress,
}: LoadOptions): Promise<LoadedModel> => {
  const library = await loadLibrary(folder, connection);
  const options = {
    local_files_only: connection === null,
    ...(progress && { progress_callback: progress }),
  };
  const processor = await library.AutoImageProcessor.from_pretrained(name, options);
  const config = await library.AutoConfig.from_pretrained(name, options);
  const model = await modelClass(library, config.model_type ?? '').from_pretrained(name, {
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
