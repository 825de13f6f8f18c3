import type { Directory } from '../domain/directory.ts';
import type { Website } from '../domain/website.ts';
import { Fault } from '../errors.ts';
import { createAudit } from './audit.ts';
import { createBoxes } from './boxes.ts';
import { createCampaigns } from './campaigns.ts';
import { type Database, openDatabase } from './database.ts';
import { createDatasets } from './datasets.ts';
import { migrate } from './migrate.ts';
import { createOperators } from './operators.ts';
import type { Secrets } from './secrets.ts';
import { buildDirectory, type WebsiteContents } from './snapshot.ts';
import type { Store } from './store.ts';
import { createSubscriptionKeys } from './subscription-keys.ts';
import { createSubscriptions } from './subscriptions.ts';
import { createWebsites } from './websites.ts';

type StoreSettings = {
  readonly file: string;
  readonly secrets: Secrets;
  /** Dates the audit. */
  readonly now?: () => Date;
};

/** Several processes may open the same file; each has one connection. */
export const openStore = ({ file, secrets, now = () => new Date() }: StoreSettings): Store => {
  const database = openDatabase(file);
  try {
    migrate(database, file);
    refuseOtherSecrets(database, secrets, file);
    return createStore(database, secrets, now);
  } catch (error) {
    database.close();
    throw error;
  }
};

function createStore(database: Database, secrets: Secrets, now: () => Date): Store {
  const audit = createAudit(database, now);
  const keys = createSubscriptionKeys(database, secrets);
  const websites = createWebsites({ database, audit });
  const datasets = createDatasets({ database, audit, secrets });
  const boxes = createBoxes({ database, audit });
  const campaigns = createCampaigns({ database, audit });
  const subscriptions = createSubscriptions({ database, audit, keys });

  const contentsOf = (website: Website): WebsiteContents => ({
    website,
    datasets: datasets.list(website.id),
    boxes: boxes.list(website.id),
    campaigns: campaigns.list(website.id),
    subscriptions: subscriptions
      .list(website.id)
      .map((subscription) => ({ subscription, lookUps: keys.lookUps(subscription.id) })),
  });

  const readDirectory = (known: Directory | null): Directory =>
    database.snapshot(() => {
      const revision = audit.head();
      if (known?.revision === revision) return known;
      return buildDirectory(revision, websites.list().map(contentsOf), (key) => secrets.lookUp(key));
    });

  return {
    websites,
    datasets,
    boxes,
    campaigns,
    subscriptions,
    operators: createOperators({ database, audit }),
    audit: {
      list: (websiteId, limit) => audit.list(websiteId, limit),
      verify: () => audit.verify(),
    },
    directory: keepFresh(database, readDirectory),
    transaction: (work) => database.transaction(work),
    close: () => database.close(),
  };
}

/** The stamp is taken before reading: what is committed in between is seen by the next call. */
function keepFresh(database: Database, read: (known: Directory | null) => Directory): () => Directory {
  let seen = '';
  let known: Directory | null = null;
  return () => {
    // What is not committed yet may be seen by its own transaction, and kept by nobody.
    if (database.inTransaction()) return read(null);
    const stamp = database.stamp();
    if (known && stamp === seen) return known;
    known = read(known);
    seen = stamp;
    return known;
  };
}

/** With another secret key every stored key would silently be unknown. */
function refuseOtherSecrets(database: Database, secrets: Secrets, file: string): void {
  const mark = secrets.lookUp('kindred').toString('hex');
  const select = "SELECT value FROM meta WHERE name = 'secret_mark'";
  const known =
    database.get(select) ??
    database.transaction(() => {
      database.run("INSERT INTO meta (name, value) VALUES ('secret_mark', ?) ON CONFLICT DO NOTHING", mark);
      return database.get(select);
    });
  if (known?.value === mark) return;
  throw new Fault('conflict', `The database ${file} was made with another secret key.`, {
    nextStep: 'Give the secret key (or the file secret.key) that belongs to it.',
  });
}
