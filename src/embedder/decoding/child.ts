import sharp from 'sharp';
import { blockOtherLoaders, decodePicture } from '../decode.ts';
import { type FromChild, outOfMemory, type ToChild } from './messages.ts';

/*
 * The process that pictures are decoded in. It holds no secret and no file of the shop's, and may be killed
 * at any moment: whoever wrote the picture may have meant to.
 */
const memoryBytes = Number(process.argv[2]) * 1024 * 1024;
const watchEveryMs = 20;

blockOtherLoaders();
sharp.cache(false);
sharp.concurrency(1);

const send = (message: FromChild): void => void process.send?.(message);

// libvips takes its memory outside of the JavaScript heap, where no option of Node limits it.
const endIfTooLarge = (): void => {
  if (process.memoryUsage.rss() > memoryBytes) process.exit(outOfMemory);
};
setInterval(endIfTooLarge, watchEveryMs).unref();

process.on('message', ({ bytes, size }: ToChild) => {
  void decodePicture(bytes, size).then((result) => {
    endIfTooLarge();
    send({ kind: 'decoded', result });
  });
});
process.on('disconnect', () => process.exit());
send({ kind: 'ready' });
