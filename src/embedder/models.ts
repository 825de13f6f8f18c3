import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { Fault } from '../errors.ts';
import { openDefaultEmbedder } from './default-embedder.ts';
import type { Embedder } from './embedder.ts';
import { openHttpEmbedder, type SendPictures } from './http-embedder.ts';
import { fetchHubModel, type HubOptions } from './hub.ts';
import { openOnnxEmbedder } from './onnx-embedder.ts';
import { openVisionEmbedder } from './vision-embedder.ts';

export type Models = Omit<HubOptions, 'fetch'> & { readonly fetch: SendPictures };

const openFolder = (folder: string): Promise<Embedder> =>
  existsSync(join(folder, 'model.json')) ? openOnnxEmbedder(folder) : openVisionEmbedder(folder);

const unknown = (model: string): Fault =>
  new Fault('bad-input', `The model "${model}" is not known.`, {
    nextStep:
      'Leave `model` out for the default, or write folder:/path, hub:organisation/name, or the http(s) address of an embedding server.',
  });

/** The embedder that a dataset names; null is the model that comes with the program. */
export const openModel = async (model: string | null, models: Models): Promise<Embedder> => {
  if (model === null) return openDefaultEmbedder();
  if (/^https?:\/\//i.test(model)) return openHttpEmbedder(model, models.fetch);
  const [, kind, name = ''] = /^(folder|hub):(.+)$/.exec(model) ?? [];
  if (kind === 'hub') return openFolder(await fetchHubModel(name, models));
  if (kind === 'folder' && isAbsolute(name)) return openFolder(name);
  throw unknown(model);
};
