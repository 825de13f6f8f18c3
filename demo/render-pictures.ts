/**
 * A separate process that renders drawings to PNG files. The service blocks libvips' SVG loader in its own process,
 * because pictures from outside must never reach it; these drawings come from the project itself.
 */
import { inspect } from 'node:util';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

export type Drawing = { readonly file: string; readonly svg: string };
export type RenderProgress = { readonly done: number };

process.once('message', (drawings: readonly Drawing[]) => {
  renderAll(drawings).then(
    () => process.disconnect?.(),
    (error: unknown) => {
      // Ends this child process; its parent reports the exit code.
      process.stderr.write(`${inspect(error)}\n`);
      process.exit(1);
    },
  );
});

/** Two at a time: one is compressed while the next is drawn. */
const parallel = 2;

const renderAll = async (drawings: readonly Drawing[]): Promise<void> => {
  const queue = drawings.values();
  let done = 0;
  const worker = async (): Promise<void> => {
    for (const { file, svg } of queue) {
      await writeFile(file, await sharp(Buffer.from(svg)).png().toBuffer());
      done += 1;
      process.send?.({ done } satisfies RenderProgress);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
};
