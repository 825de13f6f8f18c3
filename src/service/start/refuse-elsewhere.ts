import type { Kindred } from '../../compose.ts';
import type { Engine } from '../../engine/engine.ts';
import { Fault } from '../../errors.ts';

/**
 * The engine for people who ask about any website. A catalogue that other nodes hold is refused: without that it would
 * look as if nothing were published.
 */
export const refuseElsewhere = <E extends Pick<Engine, 'products' | 'keywords' | 'product'>>(
  engine: E,
  { findElsewhere }: Pick<Kindred['pinned'], 'findElsewhere'>,
): E => {
  const check = (dataset: string): void => {
    const website = findElsewhere(dataset);
    if (website !== null) throw elsewhere(website.name);
  };
  const checked: Pick<Engine, 'products' | 'keywords' | 'product'> = {
    products: (dataset) => {
      check(dataset);
      return engine.products(dataset);
    },
    keywords: (dataset) => {
      check(dataset);
      return engine.keywords(dataset);
    },
    product: async (dataset, identifier) => {
      check(dataset);
      return engine.product(dataset, identifier);
    },
  };
  return { ...engine, ...checked };
};

const elsewhere = (name: string): Fault =>
  new Fault('misdirected', `The catalogues of "${name}" are served by another group of nodes.`, {
    nextStep: `Ask a node whose KINDRED_SERVE_WEBSITES names ${name}.`,
    reason: { reason: 'served-elsewhere', values: { name } },
  });
