import { execFile } from 'node:child_process';
import { glob, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { type DemoAccess, findDemoAccess } from '../../../demo/demo-access.ts';
import { openDemoShop } from '../../../demo/demo-shop.ts';
import { buildPortal } from '../../../scripts/build-portal.ts';
import { serve } from '../../../src/service/start/serve.ts';
import { importDrawn } from './kept-vectors.ts';
import { emptyFolder } from './open-shop.ts';

type ProductRecord = { readonly identifier: string; readonly displayText: string; readonly material: string };

type Parameters = { readonly [name: string]: string };

/** The parts of an image search's answer that the shop shows. */
export type SearchAnswer = {
  readonly resultStatus: string;
  readonly documents: readonly { readonly document: ProductRecord }[];
  readonly redirect?: { readonly url: string };
  readonly banners?: readonly { readonly contents: readonly { readonly content: string }[] }[];
  readonly ads?: { readonly adResults: readonly { readonly document: ProductRecord }[] };
  readonly promotionDetail?: { readonly highlighted: boolean; readonly campaignName: string };
  readonly intentClarification?: {
    readonly clarifyingQuestion: string;
    readonly intentTiles: readonly { readonly intentTileId: string; readonly intentTileText: string }[];
  };
};

type ShopperEvent = { readonly kind: string; readonly product?: string; readonly query?: string };

export type Demo = {
  /** Address of the service, without a slash at the end. */
  readonly url: string;
  readonly access: DemoAccess;
  /** The answer of an image search, asked by the test itself. */
  readonly search: (parameters: Parameters) => Promise<SearchAnswer>;
  /** The related keywords of a search. */
  readonly related: (pattern: string) => Promise<readonly string[]>;
  /** The events of shoppers that the service has stored. */
  readonly events: () => Promise<readonly ShopperEvent[]>;
  /** Runs a command of the command line on the data folder of the running service. */
  readonly command: (...words: string[]) => Promise<string>;
  /** Signs in to the portal by its API, in the window of a page of the service. */
  readonly signIn: (page: Page) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A service that was started on an empty folder: the whole demo, drawn, embedded and published. */
export const openDemo = async (): Promise<Demo> => {
  const { folder, config } = await emptyFolder({ KINDRED_DEMO: 'on' });
  await buildPortal({ mode: 'storefront' });
  const service = await importDrawn('demo', folder, () =>
    serve(config, { print: () => undefined, progress: () => undefined, demo: openDemoShop() }),
  );
  const access = await findDemoAccess(folder);
  if (access === null) throw new Error('The demo was created a moment ago.');
  const headers = { 'Ocp-Apim-Subscription-Key': access.subscriptionKey };
  const get = async (path: string, parameters: Parameters): Promise<unknown> => {
    const answer = await fetch(`${service.url}${path}?${new URLSearchParams(parameters).toString()}`, {
      headers,
    });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
    return answer.json();
  };
  return {
    url: service.url,
    access,
    search: async (parameters) =>
      (await get('/search/imagesearch', {
        btr: access.boxes.search,
        top: '12',
        ...parameters,
      })) as SearchAnswer,
    related: async (pattern) => {
      const answer = await get('/relatedsearches/keywords', { btr: access.boxes.relatedKeywords, pattern });
      return ((answer as { suggestions: { text: string }[] | null }).suggestions ?? []).map(
        ({ text }) => text,
      );
    },
    events: async () => {
      const events: ShopperEvent[] = [];
      for await (const file of glob('events/*/*.events', { cwd: folder })) {
        // Each line has its checksum, then the record. Lines may be empty, and the last one may be half written.
        const lines = (await readFile(join(folder, file), 'utf8')).split('\n').slice(0, -1);
        for (const line of lines.filter((each) => each.includes('{')))
          events.push((JSON.parse(line.slice(line.indexOf(' '))) as { event: ShopperEvent }).event);
      }
      return events;
    },
    command: async (...words) => {
      const program = join(import.meta.dirname, '..', '..', '..', 'src', 'cli', 'kindred.ts');
      const env = { ...process.env, KINDRED_DATA: folder, KINDRED_LOG: 'silent' };
      return (await promisify(execFile)(process.execPath, [program, ...words], { env })).stdout;
    },
    signIn: async (page) => {
      const { email, password } = access.portal;
      const body = JSON.stringify(JSON.stringify({ email, password }));
      await page.evaluate(
        `fetch('/admin/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${body} })`,
      );
    },
    close: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
