import { runWorker } from '../workers/run-worker.ts';
import { openLocalModel } from './local-model.ts';
import type { ModelInfo, EmbedSettings } from './pooled-embedder.ts';

runWorker(async (setting) => {
  const { model, threads } = setting as EmbedSettings;
  const embedder = await openLocalModel(model, threads);
  const { looksDimensions, colourDimensions } = embedder;
  const about: ModelInfo = { model: embedder.model, looksDimensions, colourDimensions };
  return { about, work: async (bytes) => (await embedder.embed([bytes as Uint8Array]))[0] };
});
