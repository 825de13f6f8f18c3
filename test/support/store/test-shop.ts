import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../src/store/database/database.ts';
import { openStore } from '../../../src/store/sqlite/open-store.ts';
import { openKeyring } from '../../../src/store/keys/keyring.ts';
import type {
  NewBox,
  NewCampaign,
  NewDataset,
  NewSubscription,
  NewWebsite,
  Store,
} from '../../../src/store/store.ts';
import { lightPasswords } from './light-passwords.ts';

type OpenFile = (file: string) => Promise<Database>;

let chooseOpen: () => OpenFile | null = () => null;

/** Makes the tests that follow use other stores: `choose` is called for each folder. */
export const useStores = (choose: () => OpenFile): void => {
  chooseOpen = choose;
};

/** For tests: a temporary folder with a store, removed at the end. */
export const openTestFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-store-'));
  const opened: Store[] = [];
  const openFile = chooseOpen();
  return {
    folder,
    file: join(folder, 'kindred.sqlite'),
    /** Each call opens one more connection to the same file, as another process would. */
    open: async (now: () => Date = () => new Date()): Promise<Store> => {
      const secrets = openKeyring({ secretKey: null, dataDir: folder });
      const store = await openStore({
        file: join(folder, 'kindred.sqlite'),
        keyring: secrets,
        now,
        ...(openFile && { open: openFile }),
        passwordCost: lightPasswords,
      });
      opened.push(store);
      return store;
    },
    remove: (): void => {
      for (const store of opened) store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const aWebsite = (name: string): NewWebsite => ({
  name,
  displayName: name,
  language: 'en',
  url: null,
  synonyms: [['sofa', 'couch']],
});

export const aDataset = (changes: Partial<NewDataset> = {}): NewDataset => ({
  name: 'catalogue',
  kind: 'products',
  source: null,
  fields: [{ name: 'color', facetable: true }],
  productsId: null,
  model: null,
  ...changes,
});

export const aSearchBox = (datasetId: number): Extract<NewBox, { kind: 'search' }> => ({
  kind: 'search',
  name: 'similar',
  datasetId,
  cacheControl: 'no-store',
  pageSize: 24,
  maximumPageSize: 100,
  candidates: 200,
  facetType: 'basic',
  facets: [],
  sameAsSource: ['category'],
  minimumScore: 0,
  weights: { looks: 1, colour: 0.3 },
  exclude: { kind: 'not', part: { kind: 'in', field: 'brand', values: ['a', 'b'] } },
  strategies: [
    {
      rank: 1,
      from: 'looks',
      searchMode: 'All',
      minimumResults: 1,
      fuzzySensitiveness: 'Off',
      minimumFuzzyTermLength: 4,
      enableFuzzyNumberMatch: false,
    },
  ],
});

export const aCampaign = (changes: Partial<NewCampaign> = {}): NewCampaign => ({
  name: 'Summer',
  boxId: null,
  state: 'published',
  priority: 0,
  when: { category: 'Women/Tops', price: { max: 50 } },
  schedule: { from: null, until: null, weekdays: [1, 2] },
  share: 1,
  effect: { kind: 'banner', position: 'filterTop', contents: ['<p>Summer</p>'] },
  ...changes,
});

export const aSubscription = (changes: Partial<NewSubscription> = {}): NewSubscription => ({
  name: 'shop',
  kind: 'secret',
  rate: { calls: 100, perSeconds: 10 },
  quota: { calls: 1000, per: 'month' },
  boxIds: [],
  origins: [],
  ...changes,
});

/** A clock that only moves when a test moves it. */
export const aClock = () => {
  let ms = Date.UTC(2026, 10, 15, 12, 0, 0);
  return {
    now: (): Date => new Date(ms),
    ms: (): number => ms,
    move: (byMs: number): void => {
      ms += byMs;
    },
  };
};
