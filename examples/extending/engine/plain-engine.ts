import { createHash } from 'node:crypto';
import type { Product } from '../../../src/domain/product.ts';
import { Fault } from '../../../src/errors.ts';
import type {
  BuildOptions,
  DraftProduct,
  Engine,
  KeywordReader,
  ProductChange,
  ProductDraft,
  ProductReader,
  ProductVersionBuilder,
  VersionSummary,
} from '../../../src/engine/engine.ts';
import { applyUpdate } from '../../../src/engine/semantics/changes.ts';
import { createPlainKeywords } from './plain-keywords.ts';
import { createPlainReader } from './plain-reader.ts';
import { createPlainRows } from './plain-rows.ts';
import type { SearchDefects } from './plain-search.ts';

/*
 * A second engine, as plain as possible: arrays and loops in memory, no index, no files. It shows that the contract can
 * be fulfilled without anything of the embedded engine, and what a new engine has to provide.
 */

/** Mistakes that can be built in, to show that the contract suite finds them. */
export type Defects = SearchDefects & {
  /** A publish forgets the live changes. */
  readonly changesLost?: boolean;
};

type Version = {
  readonly summary: Omit<VersionSummary, 'live'>;
  readonly content:
    | { readonly kind: 'keywords'; readonly reader: KeywordReader }
    | {
        readonly kind: 'products';
        readonly draft: ProductDraft;
        readonly products: readonly DraftProduct[];
        /** Number of the last live change that it contains. */
        readonly changesThrough: number;
        readonly asOf: number;
      };
};

type Dataset = {
  readonly versions: Version[];
  readonly changes: { readonly number: number; readonly change: ProductChange }[];
  live: Version | null;
  isBuilding: boolean;
  lastChange: number;
  /** The reader of the live version with all changes so far; null when it has to be made again. */
  reader: ProductReader | null;
};

const notFound = (what: string) => new Fault('not-found', `There is no ${what}.`);
const ended = () => new Fault('conflict', 'This version is finished or abandoned already.');

export const openPlainEngine = (defects: Defects = {}): Engine => {
  const datasets = new Map<string, Dataset>();
  let versionCount = 0;
  const open = (name: string): Dataset => {
    const known = datasets.get(name) ?? {
      versions: [],
      changes: [],
      live: null,
      isBuilding: false,
      lastChange: 0,
      reader: null,
    };
    datasets.set(name, known);
    return known;
  };
  const summarize = (size: number, content: unknown): Version['summary'] => {
    const text = JSON.stringify(content, (_, value: unknown) =>
      value instanceof Float32Array ? [...value] : value,
    );
    return {
      version: `v${String((versionCount += 1)).padStart(6, '0')}`,
      checksum: createHash('sha256').update(text).digest('hex'),
      size,
      builtAt: new Date().toISOString(),
      bytes: text.length,
    };
  };
  const currentProducts = ({ live, changes }: Dataset): DraftProduct[] => {
    if (live?.content.kind !== 'products') return [];
    const { products, asOf } = live.content;
    // Those that the version was built with change nothing; a late one finds its place among them.
    return applyChanges(
      products,
      changes.map(({ change }) => change).filter(({ at }) => at > asOf),
    );
  };
  const openReader = (dataset: Dataset): ProductReader | null => {
    const { live } = dataset;
    if (live?.content.kind !== 'products') return null;
    const plain = createPlainRows(live.content.draft, currentProducts(dataset));
    return (dataset.reader ??= createPlainReader(live.summary.version, plain, defects));
  };

  return {
    products: (name) => openReader(open(name)),
    keywords: (name) => {
      const { live } = open(name);
      return live?.content.kind === 'keywords' ? live.content.reader : null;
    },
    change: async (name, changes) => {
      const dataset = open(name);
      if (dataset.live?.content.kind !== 'products') throw notFound('live product version');
      for (const change of changes) dataset.changes.push({ number: (dataset.lastChange += 1), change });
      dataset.reader = null;
    },
    changes: async (name, limit) => {
      const { changes, live, versions } = open(name);
      const contained = (version: Version | null) =>
        version?.content.kind === 'products' ? version.content.changesThrough : 0;
      const everywhere = Math.min(...versions.map(contained));
      const oldest = Math.min(
        ...versions.map(({ content }) => (content.kind === 'products' ? content.asOf : Infinity)),
      );
      return changes
        .filter(({ number, change }) => number > everywhere || change.at > oldest)
        .toReversed()
        .slice(0, limit)
        .map(({ number, change }) => ({ change, merged: number <= contained(live) }));
    },
    product: async (name, identifier) => {
      const found = currentProducts(open(name)).find(({ product }) => product.identifier === identifier);
      return found ? readProduct(found.product) : null;
    },
    buildProducts: async (name, draft, options = {}) => {
      const dataset = open(name);
      if (dataset.isBuilding) throw new Fault('conflict', 'Another version is being built.');
      dataset.isBuilding = true;
      return createBuilder(dataset, draft, options, (products, changesThrough, asOf) => {
        const version: Version = {
          summary: summarize(products.length, { draft, products }),
          content: { kind: 'products', draft, products, changesThrough, asOf },
        };
        dataset.versions.push(version);
        return { ...version.summary, live: false };
      });
    },
    buildKeywords: async (name, language, given) => {
      const entries = [...given];
      const { size } = createPlainKeywords('', language, entries);
      const summary = summarize(size, { language, entries });
      const { reader } = createPlainKeywords(summary.version, language, entries);
      open(name).versions.push({ summary, content: { kind: 'keywords', reader } });
      return { ...summary, live: false };
    },
    makeLive: async (name, id) => {
      const dataset = open(name);
      const version = dataset.versions.find(({ summary }) => summary.version === id);
      if (!version) throw notFound(`version ${id}`);
      dataset.live = version;
      dataset.reader = null;
      if (defects.changesLost) dataset.changes.length = 0;
    },
    versions: async (name) => {
      const { versions, live } = open(name);
      return versions.toReversed().map((version) => ({ ...version.summary, live: version === live }));
    },
    discard: async (name, id) => {
      const dataset = open(name);
      const at = dataset.versions.findIndex(({ summary }) => summary.version === id);
      if (at < 0) throw notFound(`version ${id}`);
      if (dataset.versions[at] === dataset.live) throw new Fault('conflict', 'This version is live.');
      dataset.versions.splice(at, 1);
    },
    verify: async () => [],
    problems: () => [],
    close: async () => {},
  };
};

/** Applies changes in the order of `at`, those of one instant in the order of arrival. */
const applyChanges = (
  products: readonly DraftProduct[],
  changes: readonly ProductChange[],
): DraftProduct[] => {
  const current = new Map(products.map((one) => [one.product.identifier, one]));
  for (const change of changes.toSorted((a, b) => a.at - b.at)) {
    if (change.kind === 'put') {
      current.set(change.product.identifier, { product: change.product, picture: change.picture });
      continue;
    }
    const before = current.get(change.identifier);
    if (change.kind === 'remove') current.delete(change.identifier);
    else if (before)
      current.set(change.identifier, {
        product: applyUpdate(before.product, change.set),
        picture: change.picture === undefined ? before.picture : change.picture,
      });
  }
  return [...current.values()];
};

/** As the record shows it: a mapped field fills in for a missing property, and only the first image is kept. */
const readProduct = (product: Product): Product => {
  const price = product.price ?? product.fields['price'];
  return {
    ...product,
    price: typeof price === 'number' ? price : null,
    images: product.images.slice(0, 1),
  };
};

const createBuilder = (
  dataset: Dataset,
  draft: ProductDraft,
  { asOf = -Infinity }: BuildOptions,
  complete: (products: DraftProduct[], changesThrough: number, asOf: number) => VersionSummary,
): ProductVersionBuilder => {
  const products = new Map<string, DraftProduct>();
  let isEnded = false;
  let shape: string | null = null;
  const end = () => {
    if (isEnded) throw ended();
    isEnded = true;
    dataset.isBuilding = false;
  };
  return {
    add: async (one) => {
      const { identifier } = one.product;
      if (isEnded) throw ended();
      if (products.has(identifier)) throw new Fault('bad-input', `"${identifier}" is there twice.`);
      if (one.picture) {
        const { looks, colour, title } = one.picture;
        const own = [looks, colour, title].map((part) => part?.length ?? 0).join();
        if ((shape ??= own) !== own)
          throw new Fault('bad-input', `"${identifier}" has vectors of other dimensions.`);
      }
      products.set(identifier, one);
    },
    finish: async () => {
      end();
      const { changes, lastChange } = dataset;
      const later = changes.map(({ change }) => change).filter(({ at }) => at > asOf);
      const all = applyChanges([...products.values()], later);
      return complete(createPlainRows(draft, all).rows.slice(), lastChange, asOf);
    },
    abandon: async () => end(),
  };
};
