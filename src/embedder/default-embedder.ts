import { join } from 'node:path';
import type { Embedder } from './embedder.ts';
import { openPooledEmbedder, type PoolOptions } from './embedding/pooled-embedder.ts';

const folder = join(import.meta.dirname, '..', '..', 'models', 'mobilenet-v1');

/** MobileNetV1, kept in the project's own models folder: no download, ever. */
export const openDefaultEmbedder = (options: Partial<PoolOptions> = {}): Promise<Embedder> =>
  openPooledEmbedder({ kind: 'folder', folder }, options);
