import { setTimeout } from 'node:timers/promises';
import type { AdminClient } from './admin-client.ts';

const retryMs = 250;

type Import = { readonly id: string; readonly state: string };

const createForm = (rows: readonly object[]): FormData => {
  const form = new FormData();
  form.set('feed', new File([rows.map((row) => `${JSON.stringify(row)}\n`).join('')], 'feed.ndjson'));
  return form;
};

/** A version is live a moment before its import has put everything away, and the next one is refused till then. */
const startImport = async (admin: AdminClient, imports: string, feed: FormData): Promise<Import> => {
  for (;;) {
    const answer = await admin('POST', imports, feed).catch((error: unknown) => {
      if (!String(error).includes(': 409 ')) throw error;
      return null;
    });
    if (answer !== null) return answer as Import;
    await setTimeout(retryMs);
  }
};

/** Uploads a feed into the dataset at this path (`websites/…/datasets/…`) and waits for how that ends. */
export const importFeed = async (
  admin: AdminClient,
  dataset: string,
  rows: readonly object[],
): Promise<Import> => {
  const imports = `${dataset}/imports`;
  let last = await startImport(admin, imports, createForm(rows));
  while (/queued|running/.test(last.state)) {
    await setTimeout(retryMs);
    last = (await admin('GET', `${imports}/${last.id}`)) as Import;
  }
  return last;
};
