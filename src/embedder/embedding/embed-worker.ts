import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder, EmbeddingResult } from '../embedder.ts';
import { openCutOut } from '../inference/cut-out.ts';
import { openOnnxEmbedder, openVisionEmbedder } from '../inference/onnx-embedder.ts';
import { alterPicture, cropPicture } from '../pictures/alter-picture.ts';
import { runWorker } from '../workers/run-worker.ts';
import type { EmbedSettings, EmbedTask, LocalModel, ModelInfo } from './pooled-embedder.ts';

const openLocalModel = async (model: LocalModel, threads: number): Promise<Embedder> => {
  if (model.kind === 'hub') {
    const { openDownloadedHubModel } = await import('../hub/hub-embedder.ts');
    return openDownloadedHubModel(model.name, model.folder, threads);
  }
  return existsSync(join(model.folder, 'model.json'))
    ? openOnnxEmbedder(model.folder, threads)
    : openVisionEmbedder(model.folder, threads);
};

type Cut = ReturnType<typeof openCutOut>;

/** A picture that cannot be altered is embedded as it is: that says why it cannot be used. */
const embedTask = async (
  embedder: Embedder,
  openCut: () => Cut,
  { bytes, copy, regions, view }: EmbedTask,
): Promise<readonly EmbeddingResult[]> => {
  const seeing = (view && embedder.inView?.(view)) ?? embedder;
  if (regions === 'product') {
    const cut = await (await openCut())(bytes);
    const results = cut === null ? [] : await seeing.embed([cut.picture]);
    return results.map((result) => ({ ...result, ...(cut && { region: cut.region }) }));
  }
  if (regions) {
    const cropped = await cropPicture(bytes, regions);
    return cropped.ok ? seeing.embed(cropped.parts) : [cropped];
  }
  return seeing.embed([copy === null ? bytes : await alterPicture(bytes, copy).catch(() => bytes)]);
};

runWorker(async (given) => {
  const settings = given as EmbedSettings;
  const embedder = await openLocalModel(settings.model, settings.threads);
  const { model, view, looksDimensions, colourDimensions } = embedder;
  const info: ModelInfo = { model, looksDimensions, colourDimensions, ...(view && { view }) };
  let cut: Cut | undefined;
  const openCut = (): Cut => (cut ??= openCutOut(settings.threads));
  return { info, work: (task) => embedTask(embedder, openCut, task as EmbedTask) };
});
