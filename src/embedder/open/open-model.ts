import { isAbsolute, join } from 'node:path';
import { Fault } from '../../errors.ts';
import type { Embedder } from '../embedder.ts';
import { openPooledEmbedder, type PoolOptions } from '../embedding/pooled-embedder.ts';
import { openHttpEmbedder } from '../http/http-embedder.ts';
import type { HubOptions } from '../hub/fetch-hub-model.ts';

export type ModelOptions = HubOptions;
/** The hub's library is loaded here and not at start: most installations never use a model of the hub. */
const openHubModel = async (name: string, options: ModelOptions): Promise<Embedder> => {
  const { fetchHubModel } = await import('../hub/fetch-hub-model.ts');
  await fetchHubModel(name, options);
  return openPooledEmbedder({ kind: 'hub', name, folder: options.folder });
};

/** The embedder that a dataset names; null is the model that ships with the program. */
export const openModel = async (model: string | null, options: ModelOptions): Promise<Embedder> => {
  if (model === null) return openDefaultEmbedder();
  if (/^https?:\/\//i.test(model)) return openHttpEmbedder(model, options.fetch);
  const [, kind, name = ''] = /^(folder|hub):(.+)$/.exec(model) ?? [];
  if (kind === 'hub') return openHubModel(name, options);
  if (kind === 'folder' && isAbsolute(name)) return openPooledEmbedder({ kind: 'folder', folder: name });
  throw new Fault('bad-input', `The model "${model}" is not known.`, {
    nextStep:
      'Leave `model` out for the default, or write folder:/path, hub:organisation/name, or the http(s) address of an embedding server.',
  });
};

const folder = join(import.meta.dirname, '..', '..', '..', 'models', 'mobilenet-v1');

/** MobileNetV1 from the project's models folder; nothing is downloaded. */
export const openDefaultEmbedder = (options: Partial<PoolOptions> = {}): Promise<Embedder> =>
  openPooledEmbedder({ kind: 'folder', folder }, options);
