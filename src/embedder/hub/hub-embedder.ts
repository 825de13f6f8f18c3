import type { ProgressInfo } from '@huggingface/transformers';
import { Fault } from '../../errors.ts';
import type { Embedder } from '../embedder.ts';
import { type LoadedModel, createModelEmbedder } from '../model-embedder.ts';
import { type ModelOutput, chooseOutput, toUnitLength, poolOutput } from '../pooling.ts';
import { readInputSize } from '../vision-model.ts';
import { type HubLibrary, type HubConnection, loadLibrary } from './library.ts';
import { digestPins, readPins } from './pins.ts';

/** Models that see and read: only the half that sees is wanted, with what it projects to. */
const imageTextModels = new Set(['clip', 'siglip', 'jina_clip']);

type LoadOptions = {
  readonly name: string;
  readonly folder: string;
  /** null: from what is kept. */
  readonly connection: HubConnection | null;
  readonly threads: number;
  readonly progress?: (told: ProgressInfo) => void;
};

const modelClass = (library: HubLibrary, type: string) =>
  imageTextModels.has(type) ? library.AutoModelForImageFeatureExtraction : library.AutoModel;

/** Loads a model by the hub's library: what it is made of, how it sees, and which of its outputs is the vector. */
export const loadHubModel = async ({
  name,
  folder,
  connection: way,
  threads,
  progress,
}: LoadOptions): Promise<LoadedModel> => {
  const library = await loadLibrary(folder, way);
  const options = {
    local_files_only: way === null,
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
  // Pictures are fitted whole into the square before they come here: cropping would lose parts of products.
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
      if (output === undefined) throw new TypeError(`the model ${name} gives nothing for a picture`);
      return toUnitLength(poolOutput(output));
    },
    close: async () => void (await model.dispose()),
  };
};

/** A model that was fetched before, from the files that are kept; asks nobody. */
export const openDownloadedHubModel = async (
  name: string,
  folder: string,
  threads: number,
): Promise<Embedder> => {
  const pins = await readPins(folder, name);
  if (pins === null) throw new Fault('unavailable', `The model ${name} is not kept here.`);
  const net = await loadHubModel({ name, folder, connection: null, threads });
  return createModelEmbedder(net, `${name.split('/')[1]}@${digestPins(pins)}`);
};
