import { answerExamples } from '../openapi/answer-examples.ts';
import type { Json, JsonObject } from '../schema/json.ts';
import { badRequest, errorResponses, jsonResponse, operationResponses } from '../schema/openapi-responses.ts';
import { photoExamples } from './examples.ts';
import { photoLimits } from './read-body.ts';

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
    401: errorResponses[401],
    403: errorResponses[403],
    413: jsonResponse('The photo is too large.', { type: 'string' }, {}, photoExamples.tooLarge),
    429: errorResponses[429],
    500: errorResponses[500],
    503: errorResponses[503],
  },
});
