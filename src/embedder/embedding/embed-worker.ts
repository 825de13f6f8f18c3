import { beWorker } from '../workers/be-worker.ts';
import { openLocalModel } from './local-model.ts';
import type { AboutModel, EmbedSetting } from './pooled-embedder.ts';

beWorker(async (setting) => {
  const { model, threads } = setting as EmbedSetting;
  const embedder = await openLocalModel(model, threads);
  const { looksDimensions, colourDimensions } = embedder;
  const about: AboutModel = { model: embedder.model, looksDimensions, colourDimensions };
  return { about, work: async (bytes) => (await embedder.embed([bytes as Uint8Array]))[0] };
});
