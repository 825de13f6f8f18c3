import sharp from 'sharp';
import { bombPng, manyFrames, picture, polyglot, shirt, shoe, svgWithScript, webPage } from './pictures.ts';

export const red = (rectangles = shoe) => picture('#c02020', rectangles);
const jpeg = () => red(shirt).jpeg().toBuffer();

type BadPicture = {
  readonly file: string;
  readonly bytes: () => Promise<Uint8Array> | Uint8Array;
  /** null: it is a usable picture. */
  readonly reason: string | null;
};

const kinds = 'use JPEG, PNG, WebP, GIF, AVIF or TIFF';
/** One picture for each possible fault. */
export const badPictures: Readonly<Record<string, BadPicture>> = {
  'decompression bomb': { file: 'bomb.png', bytes: () => bombPng(), reason: 'more than 40 megapixels' },
  'more than 40 megapixels': {
    file: 'huge.png',
    bytes: () => bombPng(6_400),
    reason: 'more than 40 megapixels',
  },
  'more than 10 MB': {
    file: 'heavy.jpg',
    bytes: async () => Buffer.concat([await jpeg(), Buffer.alloc(11 << 20)]),
    reason: 'larger than 10 MB',
  },
  'truncated file': {
    file: 'cut.jpg',
    bytes: async () => (await jpeg()).subarray(0, 900),
    reason: 'the picture is damaged or cut short',
  },
  '10,000-frame GIF': { file: 'frames.gif', bytes: manyFrames, reason: null },
  'SVG with scripts': {
    file: 'drawing.svg',
    bytes: () => svgWithScript,
    reason: `SVG drawings are not accepted: ${kinds}`,
  },
  'HTML called .jpg': { file: 'page.jpg', bytes: () => webPage, reason: 'a web page, not a picture' },
  'something else altogether': {
    file: 'words.png',
    bytes: () => Buffer.from('no picture at all'),
    reason: `not a picture of a known kind: ${kinds}`,
  },
  polyglot: { file: 'both.jpg', bytes: polyglot, reason: null },
  '0 bytes': { file: 'empty.jpg', bytes: () => new Uint8Array(0), reason: 'the file is empty' },
  CMYK: { file: 'cmyk.jpg', bytes: () => red().toColourspace('cmyk').jpeg().toBuffer(), reason: null },
  '16 bit': { file: 'deep.png', bytes: () => red().toColourspace('rgb16').png().toBuffer(), reason: null },
  'EXIF rotation': {
    file: 'turned.jpg',
    bytes: async () =>
      sharp(await red().png().toBuffer())
        .rotate(-90)
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    reason: null,
  },
};
