import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Pictures for tests. */
export type Rectangle = { left: number; top: number; width: number; height: number };

export const shirt: Rectangle[] = [
  { left: 70, top: 50, width: 100, height: 150 },
  { left: 30, top: 50, width: 180, height: 45 },
];
export const shoe: Rectangle[] = [
  { left: 40, top: 140, width: 160, height: 50 },
  { left: 40, top: 90, width: 60, height: 60 },
];

/** Rectangles of one colour on white, 240 pixels per side. */
export const picture = (colour: string, rectangles: readonly Rectangle[]): Sharp =>
  sharp({ create: { width: 240, height: 240, channels: 3, background: '#ffffff' } }).composite(
    rectangles.map(({ left, top, width, height }) => ({
      input: { create: { width, height, channels: 3, background: colour } },
      left,
      top,
    })),
  );

/** A decompression bomb: a small file whose header announces `side` pixels per side. */
export const bombPng = (side = 10_000): Uint8Array => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const chunk = (name: string, data: Uint8Array): Uint8Array => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
};

/** An animation with one frame for each colour. */
export const animatedGif = async (colours: readonly [number, number, number][]): Promise<Uint8Array> => {
  const side = 64;
  const frames = colours.map((colour) =>
    Buffer.concat(Array.from({ length: side * side }, () => Buffer.from(colour))),
  );
  const raw = { width: side, height: side * colours.length, channels: 3, pageHeight: side } as const;
  return sharp(Buffer.concat(frames), { raw }).gif().toBuffer();
};

/** A GIF with ten thousand identical frames. */
export const manyFrames = async (): Promise<Uint8Array> => {
  const gif = Buffer.from(await animatedGif([[200, 30, 30]]));
  const first = gif.indexOf(Buffer.from([0x21, 0xf9, 0x04]));
  const frame = gif.subarray(first, gif.length - 1);
  const frames = Array.from({ length: 10_000 }, () => frame);
  return Buffer.concat([gif.subarray(0, first), ...frames, Buffer.of(0x3b)]);
};

/** A JPEG with a script and the signature of a zip file after its end. */
export const polyglot = async (): Promise<Uint8Array> =>
  Buffer.concat([
    await picture('#c02020', shirt).jpeg().toBuffer(),
    Buffer.from('<script>alert(1)</script>PK\x03\x04'),
  ]);

export const webPage = Buffer.from('<!DOCTYPE html><html><body>Not found</body></html>');
export const svgWithScript = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);
