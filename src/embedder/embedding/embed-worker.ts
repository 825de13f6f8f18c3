import { runWorker } from '../workers/run-worker.ts';
import { openLocalModel } from './local-model.ts';
import type { ModelInfo, EmbedSettings } from './pooled-embedder.ts';

runWorker(async (settings) => {
  const { model, threads } = settings as EmbedSettings;
  const embedder = await openLocalModel(model, threads);
  const { looksDimensions, colourDimensions } = embedder;
  const info: ModelInfo = { model: embedder.model, looksDimensions, colourDimensions };
  return { info, work: async (bytes) => (await embedder.embed([bytes as Uint8Array]))[0] };
});
