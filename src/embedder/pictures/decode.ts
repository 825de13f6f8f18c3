import sharp from 'sharp';

/** Rows of RGB, eight bits per channel, no padding. */
export type Pixels = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  /** The part that the picture covers; around it is white padding. Left out: all of it. */
  readonly content?: Rectangle;
};

export type Rectangle = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export type DecodeResult =
  | { readonly ok: true; readonly pixels: Pixels }
  | { readonly ok: false; readonly reason: string };

const decodeLimits = { bytes: 10_000_000, megapixels: 40, timeoutSeconds: 20 } as const;

/** libvips loaders that may run. All others (SVG, PDF, ImageMagick, raw cameras …) are blocked. */
const allowedLoaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'];

/**
 * Applies to the whole process, because libvips keeps one table of loaders. Code that renders SVG must run in
 * another process.
 */
export const blockOtherLoaders = (): void => {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: allowedLoaders.map((loader) => `VipsForeignLoad${loader}`) });
};

/** First frame, rotated by EXIF, on white, sRGB, fitted into a square of `size` pixels per side. */
const readPixels = async (bytes: Uint8Array, size: number, mayEnlarge: boolean): Promise<DecodeResult> => {
  const refusal = refuseBeforeDecoding(bytes);
  if (refusal !== null) return { ok: false, reason: refusal };
  try {
    const { data, info } = await sharp(bytes, {
      failOn: 'error',
      limitInputPixels: decodeLimits.megapixels * 1_000_000,
      autoOrient: true,
      page: 0,
      pages: 1,
      sequentialRead: true,
    })
      .timeout({ seconds: decodeLimits.timeoutSeconds })
      .flatten({ background: '#ffffff' })
      // Decoders of JPEG and WebP shrink while they read, so a large photograph costs little more than a small one.
      .resize(size, size, { fit: 'inside', withoutEnlargement: !mayEnlarge })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return { ok: true, pixels: { width, height, data: toRgb(data, info.channels) } };
  } catch (error) {
    return { ok: false, reason: describeDecodeError(error) };
  }
};

/**
 * Encoded picture → a square of `size` pixels per side: first frame, rotated by EXIF, on white, sRGB.
 * The whole picture keeps its proportions and is padded with white. Stretching found slightly fewer products
 * of the same class on photographs of clothes, and cropping loses parts of products.
 */
export const decodePicture = async (bytes: Uint8Array, size: number): Promise<DecodeResult> => {
  const decoded = await readPixels(bytes, size, true);
  return decoded.ok ? { ok: true, pixels: padToSquare(decoded.pixels, size) } : decoded;
};

/** The same without padding, and never larger than it is. */
export const decodeWithin = (bytes: Uint8Array, size: number): Promise<DecodeResult> =>
  readPixels(bytes, size, false);

const padToSquare = ({ width, height, data }: Pixels, size: number): Pixels => {
  const [left, top] = [Math.floor((size - width) / 2), Math.floor((size - height) / 2)];
  const content = { left, top, width, height };
  if (width === size && height === size) return { width, height, data, content };
  const square = new Uint8Array(size * size * 3).fill(255);
  for (let y = 0; y < height; y += 1) {
    const row = data.subarray(y * width * 3, (y + 1) * width * 3);
    square.set(row, ((content.top + y) * size + content.left) * 3);
  }
  return { width: size, height: size, data: square, content };
};

/** The reasons that need no decoding: size and file signature. */
const refuseBeforeDecoding = (bytes: Uint8Array): string | null => {
  if (bytes.length === 0) return 'the file is empty';
  if (bytes.length > decodeLimits.bytes) return 'larger than 10 MB';
  if (signatures.some((matches) => matches(bytes))) return null;
  const opening = ascii(bytes, 0, 512).trimStart().toLowerCase();
  if (opening.startsWith('<!doctype html') || opening.startsWith('<html')) return 'a web page, not a picture';
  if (opening.includes('<svg'))
    return 'SVG drawings are not accepted: use JPEG, PNG, WebP, GIF, AVIF or TIFF';
  return 'not a picture of a known kind: use JPEG, PNG, WebP, GIF, AVIF or TIFF';
};

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.subarray(start, end)).toString('latin1');

const signatures: readonly ((bytes: Uint8Array) => boolean)[] = [
  (bytes) => ascii(bytes, 0, 3) === '\xff\xd8\xff',
  (bytes) => ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
  (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP',
  (bytes) => ['GIF87a', 'GIF89a'].includes(ascii(bytes, 0, 6)),
  (bytes) => ascii(bytes, 4, 8) === 'ftyp' && ascii(bytes, 8, 64).includes('avi'),
  (bytes) => ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(ascii(bytes, 0, 4)),
];

/** Replaces the decoder's messages, which are for developers and differ between versions. */
const describeDecodeError = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  if (/pixel limit|exceeds/i.test(message)) return `more than ${decodeLimits.megapixels} megapixels`;
  if (/timeout/i.test(message)) return `not decoded within ${decodeLimits.timeoutSeconds} seconds`;
  return 'the picture is damaged or cut short';
};

const toRgb = (data: Uint8Array, channels: number): Uint8Array => {
  if (channels === 3) return data;
  const rgb = new Uint8Array((data.length / channels) * 3);
  for (let pixel = 0; pixel < rgb.length / 3; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      rgb[pixel * 3 + channel] = data[pixel * channels + (channels > 3 ? channel : 0)] ?? 0;
    }
  }
  return rgb;
};
