import { Fault } from '../../errors.ts';
import { hasErrorCode } from '../../files/error-code.ts';
import { unpack } from '../formats/unpack.ts';

/** The unpacked bytes of a feed file. */
export async function* readFeedFile(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* unpack(file);
  } catch (cause) {
    if (cause instanceof Fault || !(cause instanceof Error) || !('code' in cause)) throw cause;
    const code = hasErrorCode(cause, 'ENOENT') ? 'not-found' : 'bad-input';
    throw new Fault(code, `The feed ${file} cannot be read: ${cause.message}.`, {
      nextStep: 'Check the name and the permissions of the file.',
      reason: { reason: 'feed-unreadable', values: { file } },
      cause,
    });
  }
}
