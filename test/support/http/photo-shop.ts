import { createHash } from 'node:crypto';
import type { Embedder } from '../../../src/embedder/embedder.ts';
import { openDefaultEmbedder } from '../../../src/embedder/open/open-model.ts';
import { createGuardedFetch } from '../../../src/ingest/fetch/guarded-fetch.ts';
import type { PhotoSearchNeeds } from '../../../src/http/photo-search/routes.ts';
import { createReadPhoto } from '../../../src/service/background/photo-vectors.ts';
import { picture, shirt, shoe } from '../embedder/pictures.ts';
import { catalogueFields } from './catalogue.ts';
import { findMismatches } from './check-response.ts';
import { openShop, type TestResponse } from './shop.ts';

const colours = { Red: '#c02020', Blue: '#2030c0', Green: '#20a040', Black: '#202020' } as const;
export const path = '/search/imagesearch';

export type PhotoShop = Awaited<ReturnType<typeof openPhotoShop>>;

/**
 * The test shop with a catalogue of pictures that the default model embedded: `shirt-Red` to `shirt-Black` and
 * `shoe-Red` to `shoe-Black`. Answers of `post` are checked against openapi.json.
 */
export const openPhotoShop = async (limits: PhotoSearchNeeds['limits'] = {}) => {
  const opened = await openDefaultEmbedder({ processes: 1, timeoutMs: 30_000 });
  const embedded: number[] = [];
  const embedder: Embedder = {
    ...opened,
    embed: (pictures) => {
      embedded.push(pictures.length);
      return opened.embed(pictures);
    },
  };
  const guarded = createGuardedFetch({ allow: ['127.0.0.1'] });
  const readPhoto = createReadPhoto({
    embedder: () => Promise.resolve(embedder),
    fetch: guarded.fetch,
    folder: '/nonexistent',
  });
  const shop = await openShop({ photoSearch: { readPhoto, limits } });
  await publishPictures(shop, embedder);
  embedded.length = 0;

  const post = async (
    parameters: Record<string, string | number>,
    body: Buffer | string | object,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> => {
    const query = new URLSearchParams({ btr: shop.north.search.tracker });
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    const { statusCode: status, ...response } = await shop.app.inject({
      method: 'POST',
      url: `${path}?${query.toString()}`,
      headers: { 'Ocp-Apim-Subscription-Key': shop.north.key, ...headers },
      payload: body,
    });
    const answered = response.headers as TestResponse['headers'];
    const text = response.body;
    const faults = findMismatches(path, status, answered, text, 'post');
    if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${text.slice(0, 2000)}`);
    return { status, headers: answered, text, json: JSON.parse(text) as unknown };
  };
  return {
    ...shop,
    post,
    /** How many pictures each call of the embedder had. */
    embedded,
    close: async () => {
      await shop.close();
      await guarded.close();
      await opened.close();
    },
  };
};

const publishPictures = async (
  { engine, north }: Pick<Awaited<ReturnType<typeof openShop>>, 'engine' | 'north'>,
  embedder: Embedder,
): Promise<void> => {
  const draft = { fields: catalogueFields, language: 'en', model: embedder.model, plans: [] };
  const builder = await engine.buildProducts(north.products.tracker, draft);
  const kinds = { shirt: 'Clothes/Shirts', shoe: 'Clothes/Shoes' };
  for (const [kind, category] of Object.entries(kinds))
    for (const [color, hex] of Object.entries(colours)) {
      const bytes = await drawPhoto(kind === 'shirt' ? shirt : shoe, hex);
      const [result] = await embedder.embed([bytes]);
      if (result?.ok !== true) throw new Error('a drawn picture was not embedded');
      const identifier = `${kind}-${color}`;
      const product = {
        identifier,
        displayText: `${color} ${kind}`,
        url: `https://shop.example/p/${identifier}`,
        price: 20,
        currency: 'EUR',
        images: [],
        groupId: null,
        available: true,
        fields: { category, color, price: 20 },
      };
      const hash = createHash('sha256').update(bytes).digest('hex');
      await builder.add({ product, picture: { hash, ...result.embedding } });
    }
  const { version } = await builder.finish();
  await engine.makeLive(north.products.tracker, version);
};

/** A JPEG of a shirt or a shoe. */
export const drawPhoto = (rectangles = shirt, colour: string = colours.Red): Promise<Buffer> =>
  picture(colour, rectangles).jpeg().toBuffer();
