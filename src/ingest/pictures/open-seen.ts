import { pictureViews } from '../../domain/settings/choices.ts';
import type { Embedder } from '../../embedder/embedder.ts';

/** As the pictures of a version were seen. `model`: the name of its vectors, with that of a learnt map behind a plus. */
export const openSeen = (embedder: Embedder, model: string): Embedder => {
  const [name] = model.split('+');
  if (embedder.model === name) return embedder;
  const views = pictureViews.flatMap((view) => embedder.inView?.(view) ?? []);
  return views.find((each) => each.model === name) ?? embedder;
};
