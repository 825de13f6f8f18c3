import { setImmediate } from 'node:timers/promises';
import type { Dataset } from '../../domain/dataset.ts';
import { parseRecord, recordJson } from '../../domain/product-record.ts';
import type { Website } from '../../domain/website.ts';
import type { EngineReader, EngineWriter, ProductChange } from '../../engine/engine.ts';
import { changedIdentifier } from '../../engine/semantics/changes.ts';
import { Fault, faultTable } from '../../errors.ts';
import { listKnownFields } from '../../ingest/mapping/known-fields.ts';
import type { ImagePlace } from '../../ingest/pictures/image-place.ts';
import type { RawItem } from './items.ts';
import { createItemNaming, type UnknownFields } from './name-values.ts';
import { type ItemContext, type ReadChange, readIdentifier, readProduct, readUpdate } from './read-item.ts';
import type { ChangeReport, CurrentProduct, ItemReport } from './schema.ts';

export type ProductDataNeeds = {
  readonly engine: Pick<EngineReader & EngineWriter, 'products' | 'product' | 'change'>;
  readonly datasets: (websiteId: number) => readonly Dataset[];
  /** Where pictures of a dataset are that are named without an address. */
  readonly imagePlace: (dataset: Dataset) => ImagePlace;
  /** Embeds the pictures of a product in the background; `at` is the instant of the change that named them. */
  readonly embedPictures: (
    dataset: Dataset,
    identifier: string,
    images: readonly string[],
    at: number,
  ) => void;
  readonly now: () => number;
};

/** The dataset that is changed. `key` is the name of the subscription that sends the change. */
export type ChangeTarget = {
  readonly website: Website;
  readonly dataset: Dataset;
  readonly key: string;
  readonly unknownFields: UnknownFields;
};

/** Items that are read before other requests get their turn. */
const itemsWithoutBreak = 25;

/** Live changes of one dataset, item by item: an invalid item is reported and does not stop the others. */
export const createProductData = ({ engine, imagePlace, embedPictures, now }: ProductDataNeeds) => {
  const itemContext = ({ website, dataset, unknownFields }: ChangeTarget): ItemContext => {
    const reader = engine.products(dataset.tracker);
    if (reader === null) throw noLiveVersion();
    const known = listKnownFields(reader.fields, dataset.fields);
    return {
      ...createItemNaming(known, unknownFields),
      known,
      mapped: new Set(reader.fields.map(({ name }) => name)),
      nowMs: now(),
      shopUrl: website.url,
      place: imagePlace(dataset),
    };
  };

  const apply = async (shop: ChangeTarget, items: readonly ReadItem[]): Promise<ChangeReport> => {
    const changes = items.flatMap(({ change }) => (change === null ? [] : [{ ...change, by: shop.key }]));
    if (changes.length > 0) await engine.change(shop.dataset.tracker, changes);
    for (const change of changes) {
      const images = changedImages(change);
      if (images.length > 0) embedPictures(shop.dataset, changedIdentifier(change), images, change.at);
    }
    const reports = items.map(({ report }) => report);
    return { accepted: changes.length, refused: reports.length - changes.length, items: reports };
  };

  const readAll = async (items: readonly RawItem[], read: (item: RawItem) => Promise<ReadChange>) => {
    const results: ReadItem[] = [];
    for (const [index, item] of items.entries()) {
      if (index % itemsWithoutBreak === itemsWithoutBreak - 1) await setImmediate();
      results.push(await readOne(index, item, read));
    }
    return results;
  };

  return {
    update: async (shop: ChangeTarget, items: readonly RawItem[]): Promise<ChangeReport> => {
      const reading = itemContext(shop);
      return apply(
        shop,
        await readAll(items, async (item) => {
          const identifier = readIdentifier(item, reading);
          const product = await engine.product(shop.dataset.tracker, identifier);
          if (product === null) throw unknownProduct(identifier);
          return readUpdate(item, reading, new Set(Object.keys(product.fields)));
        }),
      );
    },
    add: async (shop: ChangeTarget, items: readonly RawItem[]): Promise<ChangeReport> => {
      const reading = itemContext(shop);
      return apply(shop, await readAll(items, async (item) => readProduct(item, reading)));
    },
    remove: async (shop: ChangeTarget, identifier: string): Promise<ChangeReport> => {
      const { nowMs: at } = itemContext(shop);
      return apply(
        shop,
        await readAll([{ identifier }], async () => {
          if (!(await engine.product(shop.dataset.tracker, identifier))) throw unknownProduct(identifier);
          return { change: { kind: 'remove', at, identifier }, warnings: [] };
        }),
      );
    },
    /** `baseUrl` is put before the path of a picture that this service stores. */
    current: async (
      { dataset }: ChangeTarget,
      identifier: string,
      baseUrl: string,
    ): Promise<CurrentProduct> => {
      const product = await engine.product(dataset.tracker, identifier);
      if (product === null) throw unknownProduct(identifier);
      const stored = parseRecord(recordJson(product));
      const { imageUrl } = stored;
      const isPath = typeof imageUrl === 'string' && /^\/(?!\/)/.test(imageUrl);
      const record = {
        ...stored,
        ...(isPath && { imageUrl: baseUrl + imageUrl }),
      } as CurrentProduct['record'];
      return { identifier, available: product.available, groupId: product.groupId, record };
    },
  };
};

type ReadItem = { readonly change: ProductChange | null; readonly report: ItemReport };

/** What is invalid in an item is its report; an unexpected error is thrown on. */
const readOne = async (index: number, item: RawItem, read: (item: RawItem) => Promise<ReadChange>) => {
  try {
    const { change, warnings } = await read(item);
    const identifier = changedIdentifier(change);
    return { change, report: { index, identifier, status: 200, message: null, warnings: [...warnings] } };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const identifier = typeof item['identifier'] === 'string' ? item['identifier'].slice(0, 200) : null;
    const message = [error.message, error.nextStep].filter((part) => part !== undefined).join(' ');
    const { status } = faultTable[error.code];
    return { change: null, report: { index, identifier, status, message, warnings: [] } };
  }
};

const changedImages = (change: ProductChange): readonly string[] => {
  if (change.kind === 'remove') return [];
  return (change.kind === 'put' ? change.product.images : change.set.images) ?? [];
};

const unknownProduct = (identifier: string): Fault =>
  new Fault('not-found', `identifier: no product "${identifier.slice(0, 60)}" is sold.`, {
    nextStep: 'Add it first.',
  });

const noLiveVersion = (): Fault =>
  new Fault('unavailable', 'No version of this dataset is live yet.', { nextStep: 'Import its feed first.' });
