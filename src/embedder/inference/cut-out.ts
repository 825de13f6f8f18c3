import { join } from 'node:path';
import { Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import type { Region } from '../../domain/region.ts';
import { findForeground, findProduct } from '../colour/background.ts';
import { decodeWithin, type Pixels } from '../pictures/decode.ts';
import { readVisionModel } from './model-file.ts';
import { openSession, toPlanes } from './onnx-embedder.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'models', 'u2netp');
/** Pixels along the longer side of what is cut. */
const decodedSize = 640;
/** With a smaller share of the picture on plain ground, the ground is what is behind a product. */
const leastPlain = 0.05;

/** A product on white, without loss, and the part of the picture that it fills. */
export type CutOut = { readonly picture: Uint8Array; readonly region: Region };

/** Finds what stands out of a picture (U²-Net). Null where the ground is plain already, or the picture cannot be decoded. */
export const openCutOut = async (threads: number): Promise<(bytes: Uint8Array) => Promise<CutOut | null>> => {
  const { weights, size, scale, offset } = await readVisionModel(folder);
  const session = await openSession(weights, threads);
  const [input = ''] = session.inputNames;
  const [output = ''] = session.outputNames;

  /** How much each pixel belongs to what stands out, 0 to 255. */
  const findShares = async ({ width, height, data }: Pixels): Promise<Uint8Array> => {
    const raw = { width, height, channels: 3 } as const;
    const small = await sharp(data, { raw }).resize(size, size, { fit: 'fill' }).raw().toBuffer();
    const pixels = { width: size, height: size, data: small };
    const planes = toPlanes(pixels, new Float32Array(small.length), scale, offset);
    const found = await session.run({ [input]: new Tensor('float32', planes, [1, 3, size, size]) }, [output]);
    const shares = found[output]?.data as Float32Array;
    const least = shares.reduce((a, b) => Math.min(a, b));
    const most = shares.reduce((a, b) => Math.max(a, b));
    const mask = Buffer.from(shares.map((value) => (255 * (value - least)) / Math.max(most - least, 1e-6)));
    return sharp(mask, { raw: { width: size, height: size, channels: 1 } })
      .resize(width, height, { fit: 'fill' })
      .extractChannel(0)
      .raw()
      .toBuffer();
  };

  return async (bytes) => {
    const decoded = await decodeWithin(bytes, decodedSize);
    if (!decoded.ok || hasPlainGround(decoded.pixels)) return null;
    const { width, height, data } = decoded.pixels;
    const shares = await findShares(decoded.pixels);
    const cut = data.map((value, at) => {
      const share = (shares[Math.floor(at / 3)] ?? 0) / 255;
      return Math.round(share * value + (1 - share) * 255);
    });
    const { box } = findProduct({ width, height, data: cut });
    const raw = { width, height, channels: 3 } as const;
    return {
      picture: await sharp(cut, { raw }).tiff({ compression: 'none' }).toBuffer(),
      region: {
        x: box.left / width,
        y: box.top / height,
        width: box.width / width,
        height: box.height / height,
      },
    };
  };
};

const hasPlainGround = (pixels: Pixels): boolean => {
  const foreground = findForeground(pixels);
  const kept = foreground.reduce((sum, each) => sum + each, 0);
  return kept < (1 - leastPlain) * foreground.length;
};
