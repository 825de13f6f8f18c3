import sharp, { type Sharp } from 'sharp';
import type { Region } from '../../domain/region.ts';
import { decodeWithin } from './decode.ts';

type Size = { readonly width: number; readonly height: number };

const crop = (picture: Sharp, { width, height }: Size, share: number): Sharp => {
  const [wide, high] = [Math.max(1, Math.round(width * share)), Math.max(1, Math.round(height * share))];
  const [left, top] = [Math.floor((width - wide) / 2), Math.floor((height - high) / 2)];
  return picture.extract({ left, top, width: wide, height: high });
};

const border = (picture: Sharp, { width, height }: Size, share: number): Sharp => {
  const [x, y] = [Math.round(width * share), Math.round(height * share)];
  return picture.extend({ left: x, right: x, top: y, bottom: y, background: '#ffffff' });
};

/** Copies that a shop may hold of one picture. `share` of a border is of each side. */
const alterations = {
  're-encoded': (picture: Sharp) => picture,
  mirrored: (picture: Sharp) => picture.flop(),
  'cropped to 90 %': (picture: Sharp, size: Size) => crop(picture, size, 0.9),
  'border of 10 %': (picture: Sharp, size: Size) => border(picture, size, 0.1),
  'cropped to 75 %': (picture: Sharp, size: Size) => crop(picture, size, 0.75),
  'border of 20 %': (picture: Sharp, size: Size) => border(picture, size, 0.2),
} as const;

export type Alteration = keyof typeof alterations;

export const alterationNames = Object.keys(alterations) as Alteration[];

/** As JPEG of low quality. Callers block other loaders first, once for their process. */
export const alterPicture = async (bytes: Uint8Array, name: Alteration): Promise<Uint8Array> => {
  const upright = await sharp(bytes, { failOn: 'error', autoOrient: true, page: 0, pages: 1 })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer({ resolveWithObject: true });
  return alterations[name](sharp(upright.data), upright.info).jpeg({ quality: 50 }).toBuffer();
};

/** Pixels along the longer side of a picture that parts are cut out of. */
const decodedSize = 1024;

/** Parts of a picture, each as a picture without loss; the limits are those of whole pictures. */
export const cropPicture = async (bytes: Uint8Array, regions: readonly Region[]) => {
  const decoded = await decodeWithin(bytes, decodedSize);
  if (!decoded.ok) return decoded;
  const { width, height, data } = decoded.pixels;
  const cut = (region: Region): Promise<Uint8Array> => {
    const left = Math.min(width - 1, Math.floor(region.x * width));
    const top = Math.min(height - 1, Math.floor(region.y * height));
    const part = {
      left,
      top,
      width: Math.max(1, Math.min(width - left, Math.round(region.width * width))),
      height: Math.max(1, Math.min(height - top, Math.round(region.height * height))),
    };
    const raw = { width, height, channels: 3 } as const;
    return sharp(data, { raw }).extract(part).tiff({ compression: 'none' }).toBuffer();
  };
  return { ok: true, parts: await Promise.all(regions.map(cut)) } as const;
};
