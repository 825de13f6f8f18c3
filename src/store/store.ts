import type { Directory } from '../domain/directory.ts';
import type { Actor } from '../domain/operator.ts';
import type { createAccounts } from './accounts/accounts.ts';
import type { createSetUp } from './accounts/initial-setup.ts';
import type { createMembers } from './accounts/members.ts';
import type { createVisits } from './accounts/visits.ts';
import type { Audit } from './database/audit.ts';
import type { StoreLink } from './database/database.ts';
import type { InstallationRecord } from './installation.ts';
import type { createBoxes } from './shop/boxes.ts';
import type { createCampaigns } from './shop/campaigns.ts';
import type { createDatasets } from './shop/datasets.ts';
import type { createSubscriptions } from './shop/subscriptions.ts';
import type { createWebsites } from './shop/websites.ts';

export type { Actor };
export type { PasswordKind } from './accounts/account-rows.ts';
export type { ClientInfo } from './accounts/sessions.ts';
export type { SignInResult } from './accounts/sign-in.ts';
export { type AuditEntry, installation } from './database/audit.ts';
export type { IssuedKeys, KeyInfo } from './keys/subscription-keys.ts';
export type { NewBox } from './shop/boxes.ts';
export type { CampaignChange } from './shop/campaigns.ts';
export type { NewCampaign } from './shop/campaigns.ts';
export type { NewDataset } from './shop/datasets.ts';
export type { NewSubscription } from './shop/subscriptions.ts';
export type { NewWebsite } from './shop/websites.ts';

/**
 * What a transaction reads and changes, all or nothing. Every function but those of `websites` takes a website first, so
 * that nothing can be read without one.
 */
export type Settings = {
  readonly websites: ReturnType<typeof createWebsites>;
  readonly datasets: ReturnType<typeof createDatasets>;
  readonly boxes: ReturnType<typeof createBoxes>;
  readonly campaigns: ReturnType<typeof createCampaigns>;
  readonly subscriptions: ReturnType<typeof createSubscriptions>;
  readonly operators: { readonly claim: ReturnType<typeof createMembers>['claimWithin'] };
};

/** What is read in the same way inside and outside of a transaction. */
export type SettingsReader = {
  readonly [P in 'datasets' | 'boxes' | 'campaigns' | 'subscriptions']: Pick<Settings[P], 'list' | 'byName'>;
} & { readonly websites: Pick<Settings['websites'], 'list' | 'byName' | 'byId'> };

/** The same part outside of a transaction: each of these changes is one of its own. */
type Changing<T, K extends keyof T> = {
  readonly [P in keyof T]: P extends K
    ? T[P] extends (...values: infer A) => infer R
      ? (...values: A) => Promise<R>
      : never
    : T[P];
};

/**
 * The configuration store. Reads are answered at once, from this process. A change is durable, and known to the database
 * that nodes share, when its promise resolves. `accounts` and `setUp` (the first administrator) belong to no website.
 */
export type Store = {
  readonly websites: Changing<Settings['websites'], 'put' | 'remove'>;
  readonly datasets: Changing<Settings['datasets'], 'put' | 'remove'>;
  readonly boxes: Changing<Settings['boxes'], 'put' | 'remove'>;
  readonly campaigns: Changing<Settings['campaigns'], 'put' | 'remove' | 'replace' | 'undo'>;
  readonly subscriptions: Changing<Settings['subscriptions'], 'put' | 'rotate' | 'setState' | 'reveal'>;
  readonly operators: Omit<ReturnType<typeof createMembers>, 'claimWithin'>;
  readonly accounts: ReturnType<typeof createAccounts>;
  readonly visits: Omit<ReturnType<typeof createVisits>, 'endWithin'>;
  /** The first administrator, by a link that works once. */
  readonly setUp: ReturnType<typeof createSetUp>;
  /** `record`: for changes that are not the store's own: a version made live, an import. */
  readonly audit: Changing<Omit<Audit, 'head'>, 'record'>;
  readonly secretKey: {
    /** Other processes follow by themselves. Returns how many secrets were encrypted again. */
    rotate(actor: Actor): Promise<{ readonly reencrypted: number }>;
  };
  readonly installation: InstallationRecord;
  /** Null: the settings are in a file of this machine. */
  readonly link: StoreLink | null;
  /** A new snapshot when anything changed (also by another process), else the previous one. Cheap to call. */
  directory(): Directory;
  /**
   * All or nothing. `work` is synchronous. It runs again where another node has changed something meanwhile, so it has no effect
   * but on what it is given.
   */
  transaction<T>(work: (settings: Settings) => T): Promise<T>;
  close(): void;
};
