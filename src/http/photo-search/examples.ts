import type { NamedExamples } from '../schema/openapi-responses.ts';

export const tooLargeText =
  'The photo is larger than 10 MB. Send a smaller one: 1,000 pixels on its longer side are enough.';

/** What a caller sends and gets, for the document. */
export const photoExamples = {
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
