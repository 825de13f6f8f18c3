import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boxDefaults } from '../../../src/domain/box.ts';
import { openEmbeddedEngine } from '../../../src/engine/embedded/embedded.ts';
import { limits } from '../../limits.ts';
import { keywordEntries } from '../http/catalogue.ts';
import { openStore } from '../../../src/store/sqlite/open-store.ts';
import { openKeyring } from '../../../src/store/keys/keyring.ts';
import type { Store } from '../../../src/store/store.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export type RunningService = {
  readonly url: string;
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
};

/** A data folder with one website and one keyword box, and real processes that use it. */
export const openServedFolder = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-served-'));
  const dataDir = join(folder, 'data');
  const children: ChildProcess[] = [];
  const logLines: string[] = [];
  const environment = {
    ...process.env,
    KINDRED_DATA: dataDir,
    KINDRED_DEMO: 'off',
    KINDRED_PORT: '0',
    KINDRED_LOG: 'trace',
    NODE_OPTIONS: '',
  };

  const start = (...words: string[]): ChildProcess => {
    const child = spawn(process.execPath, words, { cwd: root, env: environment });
    children.push(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => logLines.push(piece.toString()));
    }
    return child;
  };

  const serve = async (): Promise<RunningService> => {
    const child = start(join(root, 'src', 'main.ts'));
    const url = await waitForUrl(child);
    return {
      url,
      kill: async (signal) => {
        const closed = once(child, 'close');
        child.kill(signal);
        await closed;
      },
    };
  };

  /** The output of `kindred … --json`. */
  const command = async (...words: string[]): Promise<unknown> => {
    const child = spawn(process.execPath, [join(root, 'bin', 'kindred.js'), ...words, '--json'], {
      env: environment,
    });
    children.push(child);
    let out = '';
    child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) throw new Error(`kindred ${words.join(' ')}: ${out}`);
    return JSON.parse(out) as unknown;
  };

  const store = await openStore({
    file: join(dataDir, 'kindred.sqlite'),
    keyring: openKeyring({ secretKey: null, dataDir }),
  });
  const shop = await publishKeywords(store, join(dataDir, 'versions'));
  return {
    ...shop,
    store,
    dataDir,
    serve,
    command,
    /** Everything the services wrote to their logs. */
    logs: (): string => logLines.join(''),
    /** Every file of the data folder, as bytes in a string. */
    files: (): { name: string; bytes: string }[] => readFiles(dataDir),
    close: (): void => {
      for (const child of children) child.kill('SIGKILL');
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A shop with one keyword box, and its live version in `folder`. */
export const publishKeywords = async (store: Store, folder: string, name = 'luma') => {
  const website = await store.websites.put('test', {
    name,
    displayName: 'Luma',
    language: 'en',
    url: null,
    synonyms: [],
  });
  const dataset = await store.datasets.put(website.id, 'test', {
    name: 'searches',
    kind: 'keywords',
    source: null,
    fields: [],
    productsId: null,
    model: null,
  });
  const { cacheControl, relatedSize: size, directions } = boxDefaults;
  const box = await store.boxes.put(website.id, 'test', {
    name: 'related',
    kind: 'relatedKeywords',
    datasetId: dataset.id,
    cacheControl,
    size,
    directions,
    url: null,
  });
  const engine = await openEmbeddedEngine({ folder });
  const { version } = await engine.buildKeywords(dataset.tracker, 'en', keywordEntries);
  await engine.makeLive(dataset.tracker, version);
  await engine.close();
  return { website, path: `/relatedsearches/keywords?btr=${box.tracker}&pattern=shirt` };
};

/** The address that a service prints when it answers. One that is late is killed. */
export const waitForUrl = (child: ChildProcess): Promise<string> => {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The service did not answer in ${limits.start / 1000} s: ${output}`));
    }, limits.start);
    const listen = (piece: Buffer) => {
      output += piece.toString();
      const url = /answers on (http:\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.on('close', (code) => {
      clearTimeout(timer);
      reject(new Error(`The service ended (${code}): ${output}`));
    });
  });
};

/** A service may be using the folder: files that vanish while reading are skipped. */
const readFiles = (folder: string): { name: string; bytes: string }[] => {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    .flatMap((name) => {
      try {
        return [{ name, bytes: readFileSync(join(folder, name), 'latin1') }];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    });
};
