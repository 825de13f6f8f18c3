import { InferenceSession, Tensor } from 'onnxruntime-node';
import { Fault } from '../../errors.ts';
import type { Pixels } from '../pictures/decode.ts';
import type { Embedder } from '../embedder.ts';
import { type LoadedModel, createModelEmbedder } from './model-embedder.ts';
import { chooseOutput, toUnitLength, poolOutput } from './pooling.ts';
import { readVisionModel, type VisionModel } from './vision-model.ts';

const toPlanes = ({ data, width, height }: Pixels, { scale, offset }: VisionModel): Float32Array => {
  const area = width * height;
  return Float32Array.from({ length: 3 * area }, (_, place) => {
    const channel = Math.floor(place / area);
    return (data[(place % area) * 3 + channel] ?? 0) * (scale[channel] ?? 1) + (offset[channel] ?? 0);
  });
};

const loadOnnxModel = async (model: VisionModel, threads: number): Promise<LoadedModel> => {
  const session = await InferenceSession.create(model.weights, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
  });
  const input = session.inputNames.find((name) => name === 'pixel_values') ?? session.inputNames[0] ?? '';
  const output = chooseOutput(session.outputNames) ?? '';
  if (session.inputNames.length !== 1) {
    throw new Fault(
      'bad-input',
      `The model ${model.name} needs more inputs than a picture: ${session.inputNames.join(', ')}.`,
      {
        nextStep: 'Use its image encoder: vision_model.onnx.',
      },
    );
  }
  return {
    size: model.size,
    run: async (pixels: Pixels): Promise<Float32Array> => {
      const tensor = new Tensor('float32', toPlanes(pixels, model), [1, 3, model.size, model.size]);
      const outputTensor = (await session.run({ [input]: tensor }))[output];
      if (outputTensor === undefined) throw new TypeError(`the model has no output ${output}`);
      return toUnitLength(poolOutput({ data: outputTensor.data as Float32Array, dims: outputTensor.dims }));
    },
    close: () => session.release(),
  };
};

/** Any ONNX vision model with a published preprocessor_config.json (DINOv2, SigLIP, CLIP, ViT …). */
export const openVisionEmbedder = async (folder: string, threads: number): Promise<Embedder> => {
  const model = await readVisionModel(folder);
  return createModelEmbedder(await loadOnnxModel(model, threads), model.name);
};
