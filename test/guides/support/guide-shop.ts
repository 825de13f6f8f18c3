import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMerchantFeed } from './merchant-feed.ts';
import { listBlocks, readGuide, root } from './read-guide.ts';
import { type BackgroundService, type BlockResult, runBlocks, startBlock } from './run-script.ts';

/** Products of the guides, and which products of the feed stand for them. */
const stands: Readonly<Record<string, string>> = {
  'TR-101': 'DE 100/s',
  'TR-230': 'DE 130/s',
  'TR-240': 'DE 100/s',
  'TR-310': 'ST 200/s',
  'TR-999': 'KE 0/s',
};

/** `npx kindred` and `npm start` without the start of npm, which takes longer than most commands. */
const shims: Readonly<Record<string, string>> = {
  npx: `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'bin', 'kindred.js')}" "$@"\n`,
  npm: `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'src', 'main.ts')}"\n`,
};

const writeShims = async (folder: string): Promise<string> => {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const [name, script] of Object.entries(shims)) {
    await writeFile(join(bin, name), script);
    await chmod(join(bin, name), 0o755);
  }
  return bin;
};

/** A folder in which the guides are carried out, with a shop's own feed. */
export const openGuideShop = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-guides-'));
  const bin = await writeShims(folder);
  const feed = await openMerchantFeed();
  await writeFile(join(folder, 'feed.xml'), feed.xml);
  const services: BackgroundService[] = [];

  const environmentOf = (dataFolder: string) => ({
    ...process.env,
    NODE_OPTIONS: '',
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    KINDRED_DATA: join(folder, dataFolder),
    KINDRED_PORT: '0',
    KINDRED_ALLOW_PRIVATE: '127.0.0.1',
  });
  const environment: Record<string, string | undefined> = environmentOf('data');

  const adapt = (script: string, replacements: Readonly<Record<string, string>>): string =>
    Object.entries({ ...stands, ...replacements }).reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      script,
    );

  return {
    folder,
    /** Variables that the blocks of the next guides get. */
    environment,
    /** Starts the blocks of a guide that go on running. */
    startServices: async (guide: string, dataFolder = 'data'): Promise<string> => {
      const [block] = listBlocks(readGuide(guide)).filter(({ kind }) => kind === 'background');
      const service = await startBlock(block?.script ?? '', folder, environmentOf(dataFolder));
      services.push(service);
      return service.url;
    },
    /** Runs all commands of a guide in order; returns what each block printed. */
    runGuide: (guide: string, replacements: Readonly<Record<string, string>>): Promise<BlockResult[]> => {
      const blocks = listBlocks(readGuide(guide)).filter(({ kind }) => kind === 'run');
      const adapted = blocks.map(({ script, line }) => ({ line, script: adapt(script, replacements) }));
      return runBlocks(adapted, folder, environment);
    },
    close: async () => {
      for (const service of services) await service.stop();
      await feed.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type GuideShop = Awaited<ReturnType<typeof openGuideShop>>;
