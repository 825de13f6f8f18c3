// Draws the answers of a search box: each row is a product (left) and its five best look-alikes.
//   node scripts/contact-sheet.ts <data folder> <website/box> <sheet.png> [identifier …]
// Without identifiers, ten products are taken evenly over the catalogue. Pictures come from the dataset's folder.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { compose, type Kindred } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import type { SearchBox } from '../src/domain/box.ts';
import type { Dataset } from '../src/domain/dataset.ts';
import type { FieldValue } from '../src/domain/product.ts';
import { decodeRecord, type ProductRecord } from '../src/domain/product-record.ts';
import type { Website } from '../src/domain/website.ts';
import { scanPages } from '../src/engine/engine.ts';
import { createImageSearch } from '../src/operations/image-search.ts';

const layout = { products: 10, looksLike: 5, cell: 180, label: 34, gap: 8, sourceGap: 28 } as const;

type Cell = { readonly record: ProductRecord; readonly score: number | null };
type BoxContext = { readonly website: Website; readonly box: SearchBox; readonly dataset: Dataset };

const toText = (value: FieldValue | undefined): string => (value === undefined ? '' : String(value));

const findBox = ({ store }: Kindred, name: string): BoxContext => {
  const [websiteName = '', boxName = ''] = name.split('/');
  const website = store.websites.byName(websiteName);
  const box = website && store.boxes.list(website.id).find((each) => each.name === boxName);
  const dataset = website && store.datasets.list(website.id).find(({ id }) => id === box?.datasetId);
  if (!website || box?.kind !== 'search' || !dataset) throw new Error(`there is no search box ${name}`);
  return { website, box, dataset };
};

/** One product of each family, evenly over the catalogue. */
const sampleProducts = async ({ engine }: Kindred, { dataset }: BoxContext): Promise<string[]> => {
  const families = new Map<string, string>();
  const reader = engine.products(dataset.tracker);
  for await (const page of reader ? scanPages(reader) : [])
    for (const { identifier, record } of page) {
      const { groupId = identifier, imageUrl } = decodeRecord(record);
      if (imageUrl !== undefined && !families.has(String(groupId))) families.set(String(groupId), identifier);
    }
  const all = [...families.values()];
  const step = all.length / layout.products;
  return Array.from({ length: layout.products }, (_, place) => all[Math.floor(place * step)] ?? '');
};

const searchRow = async (kindred: Kindred, place: BoxContext, identifier: string): Promise<Cell[]> => {
  const search = createImageSearch({
    products: (dataset) => kindred.engine.products(dataset),
    now: () => Date.now(),
    report: (part, cause) => console.error(part, cause),
  });
  const { documents } = await search({
    box: place.box,
    dataset: place.dataset.tracker,
    synonyms: [],
    campaigns: [],
    identifier,
    top: layout.looksLike,
    page: 1,
    filter: null,
    orderBy: [],
    tile: null,
    explain: false,
    requestId: 'sheet',
  });
  const [source] = (await kindred.engine.products(place.dataset.tracker)?.records([identifier])) ?? [];
  const self: Cell[] = source ? [{ record: decodeRecord(source.record), score: null }] : [];
  return [...self, ...documents.map(({ record, score }) => ({ record: decodeRecord(record), score }))];
};

const loadPicture = async ({ dataset }: BoxContext, { record }: Cell): Promise<Buffer | null> => {
  const prefix = `/pictures/${dataset.tracker}/`;
  const address = toText(record['imageUrl']);
  const folder = dataset.source?.images ?? null;
  if (folder === null || !address.startsWith(prefix)) return null;
  const name = address.slice(prefix.length).split('/').map(decodeURIComponent).join('/');
  const fit = { fit: 'contain', background: '#ffffff' } as const;
  return sharp(await readFile(join(folder, name)))
    .resize(layout.cell, layout.cell, fit)
    .png()
    .toBuffer();
};

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const drawLabel = ({ record, score }: Cell): Buffer => {
  const name = escapeXml(toText(record['displayText']).slice(0, 28));
  const below = escapeXml(score === null ? toText(record['identifier']) : score.toFixed(3));
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${layout.cell}" height="${layout.label}">` +
      `<text x="2" y="13" font-size="12" font-family="sans-serif">${name}</text>` +
      `<text x="2" y="28" font-size="11" font-family="sans-serif" fill="#666">${below}</text></svg>`,
  );
};

const drawRow = async (place: BoxContext, row: readonly Cell[], line: number): Promise<OverlayOptions[]> => {
  const top = layout.gap + line * (layout.cell + layout.label + layout.gap);
  const cells: OverlayOptions[] = [];
  for (const [column, cell] of row.entries()) {
    const left = layout.gap + column * (layout.cell + layout.gap) + (column > 0 ? layout.sourceGap : 0);
    const picture = await loadPicture(place, cell);
    if (picture !== null) cells.push({ input: picture, left, top });
    cells.push({ input: drawLabel(cell), left, top: top + layout.cell });
  }
  return cells;
};

const [dataDir, name, sheet, ...givenIdentifiers] = process.argv.slice(2);
if (dataDir === undefined || name === undefined || sheet === undefined) {
  throw new Error('usage: contact-sheet.ts <data folder> <website/box> <sheet.png> [identifier …]');
}
const kindred = await compose(readConfig({ ...process.env, KINDRED_DATA: dataDir }));
try {
  const place = findBox(kindred, name);
  const identifiers = givenIdentifiers.length > 0 ? givenIdentifiers : await sampleProducts(kindred, place);
  const rows: OverlayOptions[] = [];
  for (const [line, identifier] of identifiers.entries()) {
    rows.push(...(await drawRow(place, await searchRow(kindred, place, identifier), line)));
  }
  const width = layout.gap + (layout.looksLike + 1) * (layout.cell + layout.gap) + layout.sourceGap;
  const height = layout.gap + identifiers.length * (layout.cell + layout.label + layout.gap);
  const paper = sharp({ create: { width, height, channels: 3, background: '#ffffff' } });
  await paper.composite(rows).png().toFile(sheet);
  console.log(`${identifiers.length} products, ${sheet}`);
} finally {
  await kindred.close();
}
