import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';

export type ContentEncoding = 'br' | 'gzip';

/** Below this many bytes, compression saves nothing: the answer fits into one packet anyway. */
const worthwhileBytes = 1_400;

/** Low: an answer is compressed while its caller waits. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify<Buffer, Buffer>(gzip);

/** The best encoding that the caller accepts; null: send it as it is. */
export const chooseEncoding = (
  acceptEncoding: string | string[] | undefined,
  bodyBytes: number,
): ContentEncoding | null => {
  if (acceptEncoding === undefined || acceptEncoding === '' || bodyBytes < worthwhileBytes) return null;
  const weights = readWeights(String(acceptEncoding));
  const weightOf = (name: ContentEncoding): number => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gz] = [weightOf('br'), weightOf('gzip')];
  if (br === 0 && gz === 0) return null;
  // An unmentioned identity is acceptable, but never preferred to a named encoding.
  if (Math.max(br, gz) < (weights.get('identity') ?? 0)) return null;
  return br >= gz ? 'br' : 'gzip';
};

/** `gzip;q=0.5, br` → gzip .5, br 1. What cannot be read counts as not accepted. */
export const readWeights = (header: string): Map<string, number> =>
  new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part): [string, number] => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
        const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
        return [name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0];
      }),
  );

/** Outside of the event loop. */
export const compress = (body: Buffer, encoding: ContentEncoding): Promise<Buffer> =>
  encoding === 'br' ? brotliAsync(body, brotliOptions) : gzipAsync(body);
