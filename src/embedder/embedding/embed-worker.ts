import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder, EmbeddingResult } from '../embedder.ts';
import { openOnnxEmbedder, openVisionEmbedder } from '../inference/onnx-embedder.ts';
import { alterPicture } from '../pictures/alter-picture.ts';
import { runWorker } from '../workers/run-worker.ts';
import type { EmbedSettings, EmbedTask, LocalModel, ModelInfo } from './pooled-embedder.ts';

/** Runs the model in this process, one picture at a time. */
const openLocalModel = async (model: LocalModel, threads: number): Promise<Embedder> => {
  if (model.kind === 'hub') {
    const { openDownloadedHubModel } = await import('../hub/hub-embedder.ts');
    return openDownloadedHubModel(model.name, model.folder, threads);
  }
  return existsSync(join(model.folder, 'model.json'))
    ? openOnnxEmbedder(model.folder, threads)
    : openVisionEmbedder(model.folder, threads);
};

const notEmbedded: EmbeddingResult = { ok: false, reason: 'not embedded' };

/** A picture that cannot be altered is embedded as it is: that says why it cannot be used. */
const embedOne = async (embedder: Embedder, { bytes, copy }: EmbedTask): Promise<EmbeddingResult> => {
  const altered = copy === null ? bytes : await alterPicture(bytes, copy).catch(() => bytes);
  return (await embedder.embed([altered]))[0] ?? notEmbedded;
};

runWorker(async (settings) => {
  const { model, threads } = settings as EmbedSettings;
  const embedder = await openLocalModel(model, threads);
  const { looksDimensions, colourDimensions } = embedder;
  const info: ModelInfo = { model: embedder.model, looksDimensions, colourDimensions };
  return { info, work: (task) => embedOne(embedder, task as EmbedTask) };
});
