import { join } from 'node:path';
import type { Filter } from '../../src/domain/filter.ts';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';
import { createQuery, type SearchResult } from '../../src/engine/engine.ts';
import { type Answer, candidates, type Catalogue, pageLength, type Peer } from './peer.ts';
import { createField } from '../../test/support/create-field.ts';

const weights = { looks: 1, colour: 0 };
const fields = [createField('brand', 'text'), createField('colour', 'text'), createField('price', 'number')];
const identify = (id: number): string => `p${String(id).padStart(8, '0')}`;

const createDraft = ({ item }: Catalogue, id: number) => {
  const { vector, brand, colour, price } = item(id);
  const identifier = identify(id);
  const [url, images] = [`https://shop.example/${identifier}`, [`https://shop.example/${identifier}.jpg`]];
  const rest = { url, images, price, currency: 'EUR', groupId: null, available: true };
  return {
    product: { ...rest, identifier, displayText: `Product ${id}`, fields: { brand, colour, price } },
    picture: { hash: identifier.padStart(64, '0'), looks: vector, colour: new Float32Array(0) },
  };
};

/** The embedded engine of this project, called in the process as the others are. */
export const kindred: Peer = {
  name: 'Kindred',
  build: async (catalogue, folder) => {
    const engine = await openEmbeddedEngine({ folder: join(folder, 'kindred') });
    const same = { fields: [], mode: 'All' } as const;
    const plans = [{ weights, same, exclude: null, candidates }];
    const builder = await engine.buildProducts('peers', {
      fields,
      language: 'en',
      model: 'generated',
      plans,
    });
    for (let id = 0; id < catalogue.size; id += 1) await builder.add(createDraft(catalogue, id));
    await engine.makeLive('peers', (await builder.finish()).version);
    const reader = engine.products('peers');
    if (reader === null) throw new Error('Nothing is live.');
    return {
      search: async (id, colour) => {
        const source = await reader.source(identify(id));
        if (source === null) throw new Error(`There is no product ${id}.`);
        const query = {
          ...createQuery({ kind: 'looks', source, weights }, pageLength),
          candidates,
          facets,
          filter: colour === null ? null : createFilter(colour),
        };
        return toAnswer(await reader.search(query));
      },
      close: () => engine.close(),
    };
  },
};

const facets = ['brand', 'colour', 'price'];

const createFilter = (colour: string): Filter => ({
  kind: 'compare',
  field: 'colour',
  comparison: 'eq',
  value: colour,
});

const toAnswer = ({ hits, facets }: SearchResult): Answer => {
  const count = (name: string): Map<string, number> => {
    const facet = facets.find((one) => one.field === name);
    return new Map(facet?.kind === 'value' ? facet.values.map((value) => [value.name, value.count]) : []);
  };
  const price = facets.find((one) => one.field === 'price');
  return {
    page: hits.map(({ identifier }) => Number(identifier.slice(1))),
    brands: count('brand'),
    colours: count('colour'),
    prices: price?.kind === 'range' ? [price.min, price.max] : [Infinity, -Infinity],
  };
};
