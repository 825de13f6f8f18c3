import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Files } from '../files/files.ts';
import type { Fetch } from '../ingest/fetch/fetch.ts';
import { Fault } from '../errors.ts';
import { type AlertFile, openAlertFiles } from './alert-file.ts';
import type { Alert, AlertSettings, Delivery } from '../contract/alert.ts';
import type { Website } from '../domain/website.ts';
import { mailAlert, postAlert } from './post-alert.ts';
import type { MailServer } from './send-mail.ts';

export const alertDefaults = {
  /** Pauses before the second, third … attempt. */
  pausesMs: [1000, 10_000, 60_000, 600_000] as readonly number[],
  /** Deliveries of one website that are under way at the same time; more are dropped. */
  pending: 20,
  kept: 20,
} as const;

type Parts = {
  readonly dataDir: string;
  readonly files: Pick<Files, 'read' | 'remove'>;
  readonly fetch: Fetch;
  /** Null: no mails are sent. */
  readonly mailServer?: MailServer | null;
  readonly now: () => number;
  /** Throws while `dataDir` is away. */
  readonly check?: () => Promise<void>;
  readonly pausesMs?: readonly number[];
};

type Shop = Pick<Website, 'name' | 'tracker'>;
type Addresses = Pick<AlertSettings, 'url' | 'email'>;
type Way = NonNullable<Delivery['way']>;

/** An address that is set for the first time, or after there was none, gets a secret of its own. */
const withAddresses = (known: AlertFile | null, addresses: Addresses): AlertFile => {
  const secret = known === null || known.url === null ? randomBytes(32).toString('hex') : known.secret;
  return { ...addresses, secret, deliveries: known?.deliveries ?? [] };
};

/** Webhooks and mails of websites. */
export const openAlerts = ({
  dataDir,
  files,
  fetch,
  mailServer = null,
  now,
  check = () => Promise.resolve(),
  pausesMs = alertDefaults.pausesMs,
}: Parts) => {
  const stored = openAlertFiles(files, dataDir, check);
  const stopping = new AbortController();
  /** Ids of deliveries that this process works on. */
  const pending = new Map<string, Promise<unknown>>();

  /** Without effect when the website was removed meanwhile. */
  const record = (tracker: string, delivery: Delivery): Promise<AlertFile | null> =>
    stored.change(tracker, (file) => {
      if (file === null) return null;
      const others = file.deliveries.filter(({ id }) => id !== delivery.id);
      return { ...file, deliveries: [delivery, ...others].sort(byTime).slice(0, alertDefaults.kept) };
    });

  const listWays = (file: AlertFile | null): Way[] => [
    ...(file?.url ? ['webhook' as const] : []),
    ...(file?.email && mailServer !== null ? ['email' as const] : []),
  ];

  const attempt = async (website: Shop, file: AlertFile, delivery: Delivery) => {
    const { id, kind, subject, text, at, way } = delivery;
    if (way === 'email' && mailServer !== null)
      return mailAlert(mailServer, file.email ?? '', { website: website.name, subject, text });
    const body = JSON.stringify({ id, kind, website: website.name, subject, text, at });
    const posted = { url: file.url ?? '', secret: file.secret, id, body };
    return postAlert(fetch, { ...posted, atSeconds: Math.floor(now() / 1000) }, stopping.signal);
  };

  /** The address is read before each attempt: a corrected one is used by the next. */
  const deliver = async (website: Shop, first: Delivery, pauses: readonly number[]): Promise<Delivery> => {
    let delivery = first;
    for (let tries = 1; ; tries += 1) {
      const file = await stored.read(website.tracker);
      if (!file || !listWays(file).includes(delivery.way ?? 'webhook')) return delivery;
      const { ok, again, result } = await attempt(website, file, delivery);
      const pause = pauses[tries - 1];
      const isLast = ok || !again || pause === undefined;
      delivery = {
        ...delivery,
        attempts: tries,
        result,
        state: ok ? 'delivered' : isLast ? 'failed' : 'pending',
      };
      await record(website.tracker, delivery);
      if (isLast) return delivery;
      await sleep(pause, undefined, { signal: stopping.signal, ref: false });
    }
  };

  const create = (alert: Alert, way: Way): Delivery => ({
    ...alert,
    way,
    id: randomUUID(),
    at: new Date(now()).toISOString(),
    state: 'pending',
    attempts: 0,
    result: null,
  });

  const start = (website: Shop, delivery: Delivery, pauses: readonly number[]): Promise<Delivery> => {
    const key = `${website.tracker} ${delivery.id}`;
    const work = deliver(website, delivery, pauses).finally(() => pending.delete(key));
    pending.set(
      key,
      work.catch(() => undefined),
    );
    return work;
  };

  const present = (tracker: string, file: AlertFile | null): AlertSettings => ({
    url: file?.url ?? null,
    email: file?.email ?? null,
    canMail: mailServer !== null,
    secret: file?.url ? file.secret : null,
    deliveries: (file?.deliveries ?? []).map((delivery) =>
      delivery.state === 'pending' && !pending.has(`${tracker} ${delivery.id}`)
        ? { ...delivery, state: 'failed', result: delivery.result ?? 'the service was stopped' }
        : delivery,
    ),
  });

  const countPending = (tracker: string): number =>
    [...pending.keys()].filter((key) => key.startsWith(`${tracker} `)).length;

  return {
    read: async ({ tracker }: Shop): Promise<AlertSettings> => present(tracker, await stored.read(tracker)),
    save: async ({ tracker }: Shop, addresses: Addresses): Promise<AlertSettings> =>
      present(tracker, await stored.change(tracker, (known) => withAddresses(known, addresses))),
    /** Removes the address, the secret and all deliveries: the website is gone. */
    remove: ({ tracker }: Shop): Promise<void> => stored.remove(tracker),
    /** Queues a delivery, which is tried again with growing pauses. Nothing is sent without an address. */
    send: async (website: Shop, alert: Alert): Promise<void> => {
      const file = await stored.read(website.tracker);
      for (const way of listWays(file)) {
        if (countPending(website.tracker) >= alertDefaults.pending) return;
        const delivery = create(alert, way);
        start(website, delivery, pausesMs).catch(() => undefined);
        await record(website.tracker, delivery);
      }
    },
    /** One attempt in each way, at once: the one that failed, else the last. */
    test: async (website: Shop): Promise<Delivery> => {
      const ways = listWays(await stored.read(website.tracker));
      const deliveries: Delivery[] = [];
      for (const way of ways)
        deliveries.push(
          await start(website, create({ kind: 'test', subject: '', text: 'A test from Kindred.' }, way), []),
        );
      const told = deliveries.find(({ state }) => state !== 'delivered') ?? deliveries.at(-1);
      if (told === undefined)
        throw new Fault('conflict', 'There is no address to send alerts to.', {
          nextStep: 'Save an address first.',
        });
      return told;
    },
    close: async (): Promise<void> => {
      stopping.abort();
      await Promise.all(pending.values());
    },
  };
};

export type Alerts = ReturnType<typeof openAlerts>;

/** Newest first. */
const byTime = (a: Delivery, b: Delivery): number => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0);
