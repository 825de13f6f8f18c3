import sharp from 'sharp';
import type { Region } from '../../domain/region.ts';
import { decodeWithin } from './decode.ts';

/** Pixels along the longer side of a picture that parts are cut out of. */
const decodedSize = 1024;

/** Parts of a picture, each as a picture without loss; the limits are those of whole pictures. */
export const cropPicture = async (
  bytes: Uint8Array,
  regions: readonly Region[],
): Promise<
  { readonly ok: true; readonly parts: Uint8Array[] } | { readonly ok: false; readonly reason: string }
> => {
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
  return { ok: true, parts: await Promise.all(regions.map(cut)) };
};
