import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../embedder.ts';
import { openOnnxEmbedder, openVisionEmbedder } from '../inference/onnx-embedder.ts';

/** A model whose files are on this machine. */
export type LocalModel =
  | { readonly kind: 'folder'; readonly folder: string }
  /** Downloaded from the hub into `folder`. */
  | { readonly kind: 'hub'; readonly name: string; readonly folder: string };

/** Runs the model in this process, one picture at a time. */
export const openLocalModel = async (model: LocalModel, threads: number): Promise<Embedder> => {
  if (model.kind === 'hub') {
    const { openDownloadedHubModel: openKeptHubModel } = await import('../hub/hub-embedder.ts');
    return openKeptHubModel(model.name, model.folder, threads);
  }
  return existsSync(join(model.folder, 'model.json'))
    ? openOnnxEmbedder(model.folder, threads)
    : openVisionEmbedder(model.folder, threads);
};
