/**
 * Makes a catalogue of pictures whose titles say nothing: a declaration, a feed and the pictures, to measure look-alikes on.
 *
 *   node bench/picture-catalogue.ts <new folder> --folders <folder>                 a folder for each kind
 *   node bench/picture-catalogue.ts <new folder> --emoji <package folder>           emoji-datasource-google, by subcategory
 *   node bench/picture-catalogue.ts <new folder> --table <csv> --pictures <folder>  `id`, `articleType`, `baseColour`; the pictures are <id>.jpg
 *   [--least 8] [--most 1000] pictures of a kind
 *
 * Then: kindred apply <new folder>/shop.json; kindred import <name of the folder>/catalogue
 */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readFeed } from '../src/ingest/formats/find/find-format.ts';
import { readFeedFile } from '../src/ingest/formats/unpack.ts';

type Picture = { readonly file: string; readonly kind: string; readonly colour?: string };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folders: { type: 'string' },
    emoji: { type: 'string' },
    table: { type: 'string' },
    pictures: { type: 'string', default: '.' },
    least: { type: 'string', default: '8' },
    most: { type: 'string', default: '1000' },
  },
});
const target = resolve(positionals[0] ?? '');
if (positionals[0] === undefined) throw new Error('usage: node bench/picture-catalogue.ts <new folder> ...');

const listFolders = async (root: string): Promise<Picture[]> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(jpe?g|png|webp)$/i.test(entry.name))
    .map(({ parentPath, name }) => ({ file: join(parentPath, name), kind: basename(parentPath) }));
};

type Drawing = {
  readonly image: string;
  readonly category: string;
  readonly subcategory: string;
  readonly has_img_google: boolean;
};

/** Flags of countries are left out: what is on them is not a kind of thing. */
const listEmoji = async (root: string): Promise<Picture[]> => {
  const drawings = JSON.parse(await readFile(join(root, 'emoji.json'), 'utf8')) as readonly Drawing[];
  return drawings
    .filter((each) => each.has_img_google && !/^(country|subdivision)-flag$/.test(each.subcategory))
    .map(({ image, category, subcategory }) => ({
      file: join(root, 'img/google/64', image),
      kind: `${category}: ${subcategory}`,
    }));
};

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const listTable = async (table: string, folder: string): Promise<Picture[]> => {
  const there = new Set(await readdir(folder));
  const pictures: Picture[] = [];
  for await (const item of readFeed(readFeedFile(table))) {
    if (item.kind !== 'row') continue;
    const { id, articleType, baseColour } = item.row;
    const name = `${toText(id)}.jpg`;
    if (there.has(name))
      pictures.push({ file: join(folder, name), kind: toText(articleType), colour: toText(baseColour) });
  }
  return pictures;
};

const listPictures = (): Promise<Picture[]> => {
  if (options.emoji !== undefined) return listEmoji(options.emoji);
  if (options.table !== undefined) return listTable(options.table, options.pictures);
  return listFolders(options.folders ?? '.');
};

const found = (await listPictures()).sort((a, b) => (a.file < b.file ? -1 : 1));
const kinds = [...Map.groupBy(found, ({ kind }) => kind)]
  .filter(([kind, { length }]) => kind !== '' && length >= Number(options.least))
  .map(([, pictures]) => pictures.slice(0, Number(options.most)));
const name = basename(target);
const hasColours = found.some(({ colour }) => colour !== undefined);
await mkdir(join(target, 'images'), { recursive: true });
const rows = await Promise.all(
  kinds.flat().map(async ({ file, kind, colour }, at) => {
    const id = String(at).padStart(5, '0');
    const image = `${id}.${file.split('.').at(-1)}`;
    await cp(file, join(target, 'images', image));
    const product = { identifier: id, displayText: `Item ${id}`, url: `/${id}`, price: 1 };
    return JSON.stringify({ ...product, image, kind, colour });
  }),
);
await writeFile(join(target, 'products.ndjson'), `${rows.join('\n')}\n`);
const field = (each: string) => ({ name: each, facetable: true });
const declaration = {
  website: { name, displayName: name, language: 'en', url: 'https://shop.example' },
  datasets: [
    {
      name: 'catalogue',
      kind: 'products',
      source: { file: join(target, 'products.ndjson'), images: join(target, 'images') },
      fields: [field('kind'), ...(hasColours ? [field('colour')] : [])],
    },
  ],
};
await writeFile(join(target, 'shop.json'), JSON.stringify(declaration, null, 2));
console.log(`${rows.length} pictures of ${kinds.length} kinds in ${target}`);
