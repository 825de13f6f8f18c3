import { join } from 'node:path';
import type { Embedder } from '../embedder.ts';
import { openPooledEmbedder, type PoolOptions } from '../embedding/pooled-embedder.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'models', 'mobilenet-v1');

/** MobileNetV1 from the project's models folder; nothing is downloaded. */
export const openDefaultEmbedder = (options: Partial<PoolOptions> = {}): Promise<Embedder> =>
  openPooledEmbedder({ kind: 'folder', folder }, options);
