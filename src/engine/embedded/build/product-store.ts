import type { Files } from '../../../files/files.ts';
import type { Product } from '../../../domain/product.ts';
import { createTextNumbers } from '../../../domain/text-numbers.ts';
import type { ProductState } from '../../semantics/changes.ts';
import { createSpool } from '../storage/spool.ts';

/** A product of the draft, with the number of its picture in the collector. */
type CollectedProduct = ProductState<number>;

/** About what a product takes in memory beside its texts. */
const emptyBytes = 600;

const estimateBytes = ({ displayText, url, fields }: Product): number => {
  let bytes = emptyBytes + displayText.length + url.length;
  for (const value of Object.values(fields)) bytes += 16 + (typeof value === 'string' ? value.length : 0);
  return bytes;
};

/** Sorted by identifier: the order of the feed does not change the version. Each pass reads the products again. */
export type SortedProducts = Iterable<Product> & {
  readonly size: number;
  /** Number of the picture of each; -1: none. */
  readonly pictures: Int32Array;
  /** Frees their memory: they cannot be read any more. */
  readonly release: () => void;
};

/** In the order of their texts: in a function of its own, so that no text stays in memory. */
const sortNumbers = (numbers: Iterable<number>, textAt: (number: number) => string): Uint32Array => {
  const sorted = Uint32Array.from(numbers);
  const texts: string[] = [];
  for (const number of sorted) texts[number] = textAt(number);
  return sorted.sort((a, b) => ((texts[a] ?? '') < (texts[b] ?? '') ? -1 : 1));
};

/** In the place of a picture. */
const [none, removed] = [-1, -2];

/** The products of a draft: in memory, or all but their identifiers in a temporary file. */
export const createProductStore = (files: Files, path: string, heldBytes: number) => {
  const spool = createSpool(files, path);
  const identifiers = createTextNumbers();
  /** By number of the identifier, as all that follows. None once they are too many: then all are in the file. */
  let held: Product[] = [];
  let bytes = 0;
  const pictures: number[] = [];
  /** Where each is in the file. */
  const starts: number[] = [];
  const lengths: number[] = [];
  const spill = (product: Product, number: number): void => {
    const content = Buffer.from(JSON.stringify(product));
    starts[number] = spool.append(content);
    lengths[number] = content.length;
  };
  const put = ({ product, picture }: CollectedProduct): void => {
    const number = identifiers.add(product.identifier);
    pictures[number] = picture ?? none;
    bytes += estimateBytes(product);
    if (bytes < heldBytes) {
      held[number] = product;
      return;
    }
    held.forEach(spill);
    held = [];
    spill(product, number);
  };
  const open = async () => {
    const [file, inMemory] = [await spool.open(), held];
    return (number: number): Product => {
      const own = inMemory[number];
      if (own) return own;
      const content = Buffer.allocUnsafe(lengths[number] ?? 0);
      file.readNow(content, starts[number] ?? 0);
      return JSON.parse(content.toString()) as Product;
    };
  };
  const has = (number: number): boolean => number >= 0 && pictures[number] !== removed;
  return {
    put,
    has: (identifier: string): boolean => has(identifiers.find(identifier)),
    waitForWrites: spool.waitForWrites,
    /** Replaces some products; null: there is none (any more). */
    change: async (
      changed: Iterable<string>,
      to: (identifier: string, before: CollectedProduct | null) => CollectedProduct | null,
    ): Promise<void> => {
      const read = await open();
      const find = (number: number): CollectedProduct | null => {
        const picture = pictures[number] ?? none;
        return has(number) ? { product: read(number), picture: picture === none ? null : picture } : null;
      };
      for (const identifier of changed) {
        const number = identifiers.find(identifier);
        const state = to(identifier, find(number));
        if (state !== null) put(state);
        else if (number >= 0) pictures[number] = removed;
      }
    },
    sort: async (): Promise<SortedProducts> => {
      const read = await open();
      const order = sortNumbers(pictures.keys().filter(has), identifiers.at);
      return {
        size: order.length,
        pictures: Int32Array.from(order, (number) => pictures[number] ?? none),
        release: () => {
          held.length = 0;
        },
        *[Symbol.iterator]() {
          for (const number of order) yield read(number);
        },
      };
    },
    remove: spool.remove,
  };
};

export type ProductStore = ReturnType<typeof createProductStore>;
