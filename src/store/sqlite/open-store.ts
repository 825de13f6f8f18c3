import type { Directory } from '../../domain/directory.ts';
import type { Website } from '../../domain/website.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { createAudit } from '../database/audit.ts';
import { createBoxes } from '../shop/boxes.ts';
import { createCampaigns } from '../shop/campaigns.ts';
import { alone, type Database, openDatabase, toDatabase } from '../database/database.ts';
import { migrate, noteFormat } from '../database/migrate.ts';
import { createDatasets } from '../shop/datasets.ts';
import { createInstallationRecord } from '../database/installation.ts';
import { openCurrentSecrets, type Keyring } from '../keys/keyring.ts';
import { createMembers } from '../accounts/members.ts';
import { type PasswordCost, passwordCost as fullCost } from '../accounts/passwords.ts';
import { createSecretRotation } from './rotate-secret.ts';
import { createSetUp } from '../accounts/initial-setup.ts';
import { createVisits } from '../accounts/visits.ts';
import { buildDirectory, type WebsiteContents } from './build-directory.ts';
import { createSubscriptionKeys } from '../keys/subscription-keys.ts';
import { createSubscriptions } from '../shop/subscriptions.ts';
import { createWebsites } from '../shop/websites.ts';

type StoreSettings = {
  readonly file: string;
  readonly keyring: Keyring;
  /** Dates the audit, and ends sessions, grace periods and invitations. */
  readonly now?: () => Date;
  /** Opens the file: alone, or as a copy of what several nodes share. */
  readonly open?: (file: string) => Promise<Database>;
  /** Of new passwords; tests take a lighter one. */
  readonly passwordCost?: PasswordCost;
};

/** Several processes may open the same file; each has one connection. */
export const openStore = async (settings: StoreSettings) => {
  const { file, open = openFile } = settings;
  const database = await open(file);
  try {
    await noteFormat(database, file);
    return await createStore(database, settings);
  } catch (error) {
    database.close();
    throw error;
  }
};

const openFile = async (file: string): Promise<Database> => {
  const opened = openDatabase(file);
  try {
    migrate(opened, file);
    return toDatabase(opened);
  } catch (error) {
    opened.close();
    throw error;
  }
};

const createStore = async (
  database: Database,
  { file, keyring, now = () => new Date(), passwordCost = fullCost }: StoreSettings,
) => {
  const secrets = await openCurrentSecrets(database, keyring, file);
  const audit = createAudit(database, now);
  const keys = createSubscriptionKeys(database, secrets, now);
  const parts = { database, audit, secrets, now, passwordCost };
  const websites = createWebsites(parts);
  const datasets = createDatasets(parts);
  const boxes = createBoxes(parts);
  const campaigns = createCampaigns(parts);
  const subscriptions = createSubscriptions({ ...parts, keys });
  const visits = createVisits(parts);
  const operators = createMembers(parts);
  /**
   * What a transaction reads and changes, all or nothing. Every function but those of `websites` takes a website first, so
   * that nothing can be read without one.
   */
  const settings = {
    ...{ websites, datasets, boxes, campaigns, subscriptions },
    operators: { claim: operators.claimWithin },
  };
  const apart = alone(database);

  const readContents = (website: Website): WebsiteContents => ({
    website,
    datasets: datasets.list(website.id),
    boxes: boxes.list(website.id),
    campaigns: campaigns.list(website.id),
    subscriptions: subscriptions
      .list(website.id)
      .map((subscription) => ({ subscription, keyHashes: keys.keyHashes(subscription.id) })),
  });

  const readDirectory = (known: Directory | null): Directory =>
    database.snapshot(() => {
      const revision = audit.head();
      if (known?.revision === revision) return known;
      const currentSecrets = secrets.current();
      return buildDirectory(
        revision,
        websites.list().map(readContents),
        (key) => currentSecrets.keyedHash(key),
        now,
      );
    });

  return {
    websites: { ...websites, put: apart(websites.put), remove: apart(websites.remove) },
    datasets: { ...datasets, put: apart(datasets.put), remove: apart(datasets.remove) },
    boxes: { ...boxes, put: apart(boxes.put), remove: apart(boxes.remove) },
    campaigns: {
      ...campaigns,
      put: apart(campaigns.put),
      remove: apart(campaigns.remove),
      replace: apart(campaigns.replace),
      undo: apart(campaigns.undo),
    },
    subscriptions: {
      ...subscriptions,
      put: apart(subscriptions.put),
      rotate: apart(subscriptions.rotate),
      setState: apart(subscriptions.setState),
      reveal: apart(subscriptions.reveal),
    },
    operators,
    accounts: createAccounts({ ...parts, visits }),
    visits,
    /** The first administrator, by a link that works once. */
    setUp: createSetUp(parts),
    /** `record`: for changes that are not the store's own: a version made live, an import. */
    audit: { ...audit, record: apart(audit.record) },
    /** `rotate` returns how many secrets were encrypted again; other processes follow by themselves. */
    secretKey: createSecretRotation({ database, audit, keyring, current: () => secrets.current() }),
    installation: createInstallationRecord(database),
    /** Null: the settings are in a file of this machine. */
    link: database.link ?? null,
    /** A new snapshot when anything changed (also by another process), else the previous one. Cheap to call. */
    directory: cacheDirectory(database, readDirectory),
    /**
     * All or nothing. `work` is synchronous. It runs again where another node has changed something meanwhile, so it has no
     * effect but on what it is given.
     */
    transaction: <T>(work: (within: typeof settings) => T): Promise<T> =>
      database.transaction(() => work(settings)),
    close: (): void => database.close(),
  };
};

/** The token is read before the data: what is committed in between is seen by the next call. */
const cacheDirectory = (database: Database, read: (known: Directory | null) => Directory) => {
  let seenToken = '';
  let known: Directory | null = null;
  return () => {
    // Uncommitted changes are visible to their own transaction only, and must not be cached.
    if (database.inTransaction()) return read(null);
    const token = database.changeToken();
    if (known && token === seenToken) return known;
    known = read(known);
    seenToken = token;
    return known;
  };
};
