import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyDeclaration } from '../src/declare/apply/apply.ts';
import { type AdminClient, openAdminClient } from '../test/support/http/admin/admin-client.ts';
import { demoDeclaration } from './declaration.ts';
import { openDemoShop } from './demo-shop.ts';
import { demoKeywords } from './keywords.ts';
import { demoProducts } from './products.ts';
import { demoLanguages } from '../src/domain/demo-account.ts';
import { wordsOf } from './words/languages.ts';
import { demoFeedFiles, demoFolder } from './write-feed.ts';

const actor = 'test';
let client: AdminClient;
beforeAll(async () => {
  client = await openAdminClient();
});
afterAll(() => client.close());

type Language = (typeof demoLanguages)[number];
/** The parts of an image search's answer that carry words. */
type SearchAnswer = {
  readonly documents: readonly { readonly document: Readonly<Record<string, unknown>> }[] | null;
  readonly filters: readonly { readonly displayName: string }[] | null;
  readonly banners?: unknown;
  readonly intentClarification?: {
    readonly clarifyingQuestion: string;
    readonly intentTiles: readonly { readonly intentTileId: string; readonly intentTileText: string }[];
  };
};
type Suggestions = { readonly suggestions: readonly { readonly text: string }[] | null };

const writeRows = (file: string, rows: readonly object[]) =>
  writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

/** Enough for look-alikes of a lamp and of a chair, and for searches after a mug. */
const publishedKinds = new Set(['lamp', 'chair', 'mug']);

/** The demo as a website of its own, published without pictures: its look-alikes are found by text. */
const openDemoWebsite = async (language: Language) => {
  const { store, publishing } = client.kindred;
  const folder = demoFolder(client.folder, language);
  const { feed, images } = demoFeedFiles(folder);
  await mkdir(images, { recursive: true });
  const rows = demoProducts(language)
    .filter(({ drawing }) => publishedKinds.has(drawing.kind))
    .map(({ drawing: _, features: __, ...row }) => row);
  await writeRows(feed, rows);
  const searches = join(folder, 'keywords.ndjson');
  const { pattern } = wordsOf[language].examples;
  await writeRows(
    searches,
    demoKeywords(language).filter(({ keyword }) => keyword.includes(pattern)),
  );
  const declaration = demoDeclaration({ folder, language });
  const applied = await applyDeclaration({ store, actor, baseFolder: folder })({
    ...declaration,
    website: { ...declaration.website, name: `demo-${language}` },
  });
  const website = store.websites.byName(applied.website.name);
  const [catalogue, keywords] = ['catalogue', 'searches'].map((name) =>
    website === null ? null : store.datasets.byName(website.id, name),
  );
  if (!website || !catalogue || !keywords) throw new Error('They were made a moment ago.');
  await publishing.importNow({ website, dataset: catalogue }, { pictures: false });
  await publishing.importNow({ website, dataset: keywords }, { feed: searches });
  const key = applied.subscriptions[0]?.keys?.primary ?? '';
  const tracker = (kind: string) => applied.boxes.find((box) => box.kind === kind)?.tracker ?? '';
  const get = async (path: string, parameters: Record<string, string>): Promise<unknown> => {
    const url = `${path}?${new URLSearchParams(parameters).toString()}`;
    const answer = await client.request({
      method: 'GET',
      url,
      headers: { 'Ocp-Apim-Subscription-Key': key },
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  return {
    website,
    search: async (parameters: Record<string, string>) =>
      (await get('/search/imagesearch', {
        btr: tracker('search'),
        ...parameters,
      })) as SearchAnswer,
    related: async (pattern: string) =>
      (await get('/relatedsearches/keywords', { btr: tracker('relatedKeywords'), pattern })) as Suggestions,
  };
};

describe.each(demoLanguages)('a service whose demo is in %s', (language) => {
  const words = wordsOf[language];
  let demo: Awaited<ReturnType<typeof openDemoWebsite>>;
  beforeAll(async () => {
    demo = await openDemoWebsite(language);
  });

  it('is declared in that language', () => {
    expect(demo.website).toMatchObject({ language, displayName: words.shop, synonyms: words.synonyms });
  });

  it('answers a filter by category with products, facets and a banner in it', async () => {
    const filter = `category eq '${words.categories.lamp}'`;
    const answer = await demo.search({ identifier: 'LA-101', filter });
    const documents = answer.documents?.map(({ document }) => document) ?? [];
    // The least score of the box is for pictures: by text alone few products reach it.
    expect(documents.length).toBeGreaterThan(1);
    for (const document of documents) {
      expect(document).toMatchObject({ category: words.categories.lamp });
      expect(Object.values(words.colours)).toContain(document['colour']);
    }
    expect(answer.filters?.map(({ displayName }) => displayName)).toContain(words.fields.colour);
    expect(JSON.stringify(answer.banners)).toContain(words.campaigns.banner);
  });

  it('asks for the room, and narrows to the chosen one', async () => {
    const asked = await demo.search({ identifier: 'CH-101' });
    const intentTiles = asked.intentClarification?.intentTiles ?? [];
    expect(asked.intentClarification?.clarifyingQuestion).toBe(words.campaigns.question);
    expect(intentTiles.length).toBeGreaterThan(1);
    const tile = intentTiles.find(({ intentTileId }) => intentTileId === 'dining-room');
    expect(tile?.intentTileText.toLowerCase()).toBe(words.rooms['dining room'].toLowerCase());
    const { documents } = await demo.search({ identifier: 'CH-101', tile: 'dining-room' });
    expect(documents?.length).toBeGreaterThan(0);
    for (const { document } of documents ?? []) expect(document['room']).toBe(words.rooms['dining room']);
  });

  it('suggests keywords in it', async () => {
    const { suggestions } = await demo.related(words.examples.pattern);
    expect(suggestions?.length).toBeGreaterThan(2);
    const known = demoProducts(language)
      .flatMap((product) => Object.values(product).filter((value) => typeof value === 'string'))
      .join(' ')
      .toLowerCase();
    for (const { text } of suggestions ?? [])
      for (const word of text.toLowerCase().split(/[^\p{L}\p{N}]+/u)) expect(known).toContain(word);
  });

  it('declares samples in it, in a folder of their own', async () => {
    const { store } = client.kindred;
    const name = `empty-${language}`;
    const settings = { name, displayName: name, language, url: 'https://shop.example', synonyms: [] };
    const website = await store.websites.put(actor, settings);
    const { dataset } = await openDemoShop(language).declareSample(store, client.folder, website, actor);
    expect(dataset.fields.map(({ displayName }) => displayName)).toContain(words.fields.colour);
    expect(JSON.stringify(dataset.source)).toContain(language === 'en' ? '/demo/' : `/demo-${language}/`);
  });
});
