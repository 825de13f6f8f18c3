import { answerExamples } from '../schema/answer-examples.ts';
import type { Json, JsonObject } from '../schema/json.ts';
import {
  badRequest,
  jsonResponse,
  keyedRefusals,
  type NamedExamples,
  operationResponses,
} from '../schema/openapi-responses.ts';
import { photoLimits, tooLargeText } from './read-body.ts';

/** What a caller sends and gets, for the document. */
const photoExamples = {
  sources: {
    address: {
      summary: 'The address of a picture',
      value: { imageUrl: 'https://images.example/shoe.jpg' },
    },
    words: {
      summary: 'A product, and words beside it',
      value: { like: [{ identifier: 'TR-101' }], pattern: 'leather' },
    },
    several: {
      summary: 'Like these two, unlike that one',
      value: {
        like: [{ identifier: 'TR-101' }, { identifier: 'TR-230' }],
        unlike: [{ identifier: 'TR-310' }],
      },
    },
  },
  badRequest: {
    damaged: {
      summary: 'A picture that cannot be used',
      value:
        'The photo cannot be used: the picture is damaged or cut short. Send another one: JPEG, PNG, WebP, AVIF, GIF or TIFF, at most 10 MB and 40 megapixels.',
    },
    empty: {
      summary: 'There is no picture',
      value:
        'The body is empty. Allowed: the bytes of a JPEG, PNG, WebP, AVIF, GIF or TIFF, a multipart form with one file, or JSON: { "imageUrl": "https://…" }, or { "like": […], "unlike": […], "pattern": "…" } with up to ten of { "identifier": … } and { "imageUrl": … }.',
    },
  },
  tooLarge: { photo: { summary: 'More than 10 MB', value: tooLargeText } },
} satisfies Record<string, NamedExamples>;

const { resultFound } = answerExamples.imageSearch;

const picture: JsonObject = { type: 'string', format: 'binary' };
const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/tiff'];

const imageUrl: JsonObject = { type: 'string', format: 'uri', maxLength: photoLimits.addressLength };
const identifier: JsonObject = { type: 'string', minLength: 1, maxLength: photoLimits.identifierLength };
const pattern: JsonObject = {
  type: 'string',
  maxLength: photoLimits.wordsLength,
  description:
    'Words beside the picture, or alone: results also look like the products that these words find.',
};
const part: JsonObject = { type: 'object', properties: { identifier, imageUrl } };
const parts = (description: string): JsonObject => ({
  type: 'array',
  description,
  maxItems: photoLimits.parts,
  items: part,
});

const sources: JsonObject = {
  type: 'object',
  description: `One picture by its address, or up to ${photoLimits.parts} products and pictures, of which ${photoLimits.addresses} by address.`,
  properties: {
    imageUrl,
    like: parts('Results look like the mean of these.'),
    unlike: parts('And less like these.'),
    pattern,
  },
};

const form: JsonObject = { type: 'object', required: ['photo'], properties: { photo: picture, pattern } };

/** `POST /search/imagesearch`: a photo instead of a product. */
export const describePhotoSearch = (parameters: Json[]): JsonObject => ({
  operationId: 'photoSearch',
  tags: ['operations'],
  summary: 'Retrieve image search results for a photo',
  description:
    'Extension. The products that look like a photo: its bytes (JPEG, PNG, WebP, AVIF, GIF or TIFF, of which the first frame is used), a multipart form with one file, or the address of a picture on the public internet. At most 10 MB and 40 megapixels. The answer is that of a product. A photo counts as a hundred calls, and is not stored.',
  parameters,
  requestBody: {
    required: true,
    content: {
      ...Object.fromEntries(pictureTypes.map((type) => [type, { schema: picture }])),
      'multipart/form-data': { schema: form },
      'application/json': { schema: sources, examples: photoExamples.sources },
    },
  },
  responses: {
    200: operationResponses('ImageSearchResult', { resultFound }, photoExamples.badRequest)[200] ?? {},
    400: badRequest('Invalid parameters, or a photo that cannot be used: why.', photoExamples.badRequest),
    413: jsonResponse('The photo is too large.', { type: 'string' }, {}, photoExamples.tooLarge),
    ...keyedRefusals,
  },
});
