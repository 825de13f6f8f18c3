import { candidates, countFacets, type Facts, loadPackage, type Peer } from './peer.ts';

type Matches = { readonly keys: BigUint64Array };
type Index = {
  add(keys: BigUint64Array, vectors: Float32Array, threads: number): void;
  search(vectors: Float32Array, count: number, threads: number): Matches;
};
type Package = { readonly Index: new (options: object) => Index };

/** With a filter more is asked for, up to this many times the candidates, until enough pass: it has no filters. */
const mostRounds = 6;
const batch = 10_000;

/** HNSW in memory, with the facet loop and the filter in JavaScript. */
export const usearch: Peer = {
  name: 'usearch (HNSW)',
  build: async (catalogue) => {
    const { Index } = await loadPackage<Package>('usearch');
    const { size, dimensions } = catalogue;
    const index = new Index({
      metric: 'ip',
      connectivity: 16,
      dimensions,
      expansion_add: 128,
      expansion_search: 256,
    });
    const facts: Facts[] = [];
    for (let first = 0; first < size; first += batch) {
      const count = Math.min(batch, size - first);
      const vectors = new Float32Array(count * dimensions);
      for (let at = 0; at < count; at += 1) {
        const { vector, ...rest } = catalogue.item(first + at);
        vectors.set(vector, at * dimensions);
        facts.push(rest);
      }
      index.add(
        BigUint64Array.from({ length: count }, (_, at) => BigInt(first + at)),
        vectors,
        0,
      );
    }
    return {
      search: async (id, colour) => {
        const { vector } = catalogue.item(id);
        for (let [round, count] = [1, candidates + 1]; ; round += 1, count *= 4) {
          const { keys } = index.search(vector, Math.min(size, count), 1);
          const near = Array.from(keys, (key) => facts[Number(key)]).filter((item) => item !== undefined);
          const passing = colour === null ? near : near.filter((item) => item.colour === colour);
          if (passing.length > candidates || round === mostRounds || count >= size)
            return countFacets(passing.slice(0, candidates + 1), id);
        }
      },
      close: () => {},
    };
  },
};
