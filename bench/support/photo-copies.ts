import sharp, { type Sharp } from 'sharp';
import { findForeground } from '../../src/embedder/colour/background.ts';
import { decodeWithin, type Pixels } from '../../src/embedder/pictures/decode.ts';

const readSize = async (bytes: Uint8Array): Promise<{ picture: Sharp; width: number; height: number }> => {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { picture: sharp(data), width: info.width, height: info.height };
};

const toJpeg = (picture: Sharp, quality = 80): Promise<Uint8Array> => picture.jpeg({ quality }).toBuffer();

/** A wooden floor, roughly. */
const drawFloor = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const light = 120 + 25 * Math.sin(x / 3 + 2 * Math.sin(y / 31)) + (y % 48 < 2 ? -60 : 0);
      data.set([light + 40, light, light - 45], (y * width + x) * 3);
    }
  return data;
};

const composite = async (pixels: Pixels, alpha: Uint8Array, ground: Buffer): Promise<Uint8Array> => {
  const { width, height, data } = pixels;
  const mixed = Buffer.alloc(data.length);
  for (let at = 0; at < mixed.length; at += 1) {
    const share = (alpha[Math.floor(at / 3)] ?? 0) / 255;
    mixed[at] = Math.round(share * (data[at] ?? 0) + (1 - share) * (ground[at] ?? 0));
  }
  return toJpeg(sharp(mixed, { raw: { width, height, channels: 3 } }), 90);
};

/** Null for pictures whose ground is not plain: nothing says what to put on another one. */
const changeGround = async (bytes: Uint8Array): Promise<Uint8Array | null> => {
  const decoded = await decodeWithin(bytes, 640);
  if (!decoded.ok) return null;
  const { pixels } = decoded;
  const foreground = findForeground(pixels);
  const share = foreground.reduce((sum, each) => sum + each, 0) / foreground.length;
  if (share > 0.9) return null;
  return composite(
    pixels,
    foreground.map((each) => each * 255),
    drawFloor(pixels.width, pixels.height),
  );
};

/** Copies as shoppers have them of pictures of the shop. */
export const alterations: Readonly<Record<string, (bytes: Uint8Array) => Promise<Uint8Array | null>>> = {
  're-encoded': async (bytes) => toJpeg((await readSize(bytes)).picture, 50),
  'cropped to 80 %': async (bytes) => {
    const { picture, width, height } = await readSize(bytes);
    const [wide, high] = [Math.round(width * 0.8), Math.round(height * 0.8)];
    const [left, top] = [Math.floor((width - wide) / 2), Math.floor((height - high) / 2)];
    return toJpeg(picture.extract({ left, top, width: wide, height: high }));
  },
  mirrored: async (bytes) => toJpeg((await readSize(bytes)).picture.flop()),
  'rotated by 5 degrees': async (bytes) =>
    toJpeg((await readSize(bytes)).picture.rotate(5, { background: '#ffffff' })),
  'on another ground': changeGround,
  'with a border of 10 %': async (bytes) => {
    const { picture, width, height } = await readSize(bytes);
    const [x, y] = [Math.round(width / 10), Math.round(height / 10)];
    return toJpeg(picture.extend({ left: x, right: x, top: y, bottom: y, background: '#ffffff' }));
  },
};
