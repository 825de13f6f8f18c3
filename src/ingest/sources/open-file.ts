import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Fault } from '../../errors.ts';
import { peek } from '../formats/find-format.ts';

export const unpackLimits = {
  /** A packed feed that grows by more than this is a bomb. */
  ratio: 100,
  /** Small files may grow by any ratio up to here. */
  freeBytes: 64 << 20,
} as const;

const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  add: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    add(piece.length);
    yield piece;
  }
}

async function* unpack(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let packed = 0;
  let unpacked = 0;
  const gunzip = createGunzip();
  const feeding = feed(
    counted(bytes, (length) => (packed += length)),
    gunzip,
  );
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      unpacked += piece.length;
      if (unpacked > unpackLimits.freeBytes && unpacked > packed * unpackLimits.ratio) {
        throw new Fault('too-large', `The feed unpacks to more than ${unpackLimits.ratio} times its size.`, {
          nextStep: 'Check the file; if it is right, give it unpacked.',
        });
      }
      yield piece;
    }
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault('bad-input', 'The feed is damaged: its gzip data cannot be unpacked.', {
      nextStep: 'Export or download the feed again. Nothing was changed.',
      cause,
    });
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

/** Never throws: a failing source destroys the unpacker, whose reader then tells. */
const feed = async (
  bytes: AsyncIterable<Uint8Array>,
  gunzip: ReturnType<typeof createGunzip>,
): Promise<void> => {
  try {
    for await (const piece of bytes) {
      if (gunzip.destroyed) return;
      if (!gunzip.write(piece)) await drained(gunzip);
    }
    gunzip.end();
  } catch (error) {
    gunzip.destroy(error instanceof Error ? error : new Error(String(error)));
  }
};

const drained = (gunzip: ReturnType<typeof createGunzip>): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => resolve();
    gunzip.once('drain', done).once('close', done);
  });

/** The bytes of a feed file, unpacked where it is packed. Can be called again for another reading. */
export async function* openFile(file: string): AsyncGenerator<Uint8Array> {
  try {
    const { head, all } = await peek(
      createReadStream(file, {
        highWaterMark: 256 << 10,
      }) as AsyncIterable<Buffer>,
      2,
    );
    yield* isGzip(head) ? unpack(all) : all;
  } catch (cause) {
    if (cause instanceof Fault || !(cause instanceof Error) || !('code' in cause)) throw cause;
    const code = cause.code === 'ENOENT' ? 'not-found' : 'bad-input';
    throw new Fault(code, `The feed ${file} cannot be read: ${cause.message}.`, {
      nextStep: 'Check the name and the permissions of the file.',
      cause,
    });
  }
}
