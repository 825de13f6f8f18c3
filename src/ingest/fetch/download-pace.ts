import { Fault } from '../../errors.ts';

export type PaceLimits = {
  /** The whole download, all attempts included. */
  readonly deadlineMs: number;
  /** Fewer bytes in a window end the download. */
  readonly windowMs: number;
  readonly bytesPerWindow: number;
};

export const paceDefaults: PaceLimits = {
  deadlineMs: 3 * 60 * 60 * 1000,
  windowMs: 60_000,
  bytesPerWindow: 60_000,
};

const tooSlow = (reason: string): Fault =>
  new Fault('unavailable', `The download was stopped: ${reason}.`, {
    nextStep: 'Check the server of the feed, then import again. The live version stays.',
  });

/** Ends a download that takes too long: a server that sends a few bytes now and then must not keep it for ever. */
export const watchPace = ({ deadlineMs, windowMs, bytesPerWindow }: PaceLimits) => {
  const controller = new AbortController();
  let bytes = 0;
  const deadline = setTimeout(
    () => controller.abort(tooSlow(`it took more than ${Math.round(deadlineMs / 60_000)} minutes`)),
    deadlineMs,
  );
  const window = setInterval(() => {
    if (bytes < bytesPerWindow)
      controller.abort(tooSlow(`the server sent ${bytes} bytes in ${Math.round(windowMs / 1000)} seconds`));
    bytes = 0;
  }, windowMs);
  return {
    /** Aborted, with a Fault as its reason, when the download is too slow. */
    signal: controller.signal,
    count: (more: number): void => {
      bytes += more;
    },
    stop: (): void => {
      clearTimeout(deadline);
      clearInterval(window);
    },
  };
};
