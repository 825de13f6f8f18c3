import type { openStore } from './sqlite/open-store.ts';

export type { Actor } from '../domain/operator.ts';
export type { PasswordKind } from './accounts/account-rows.ts';
export type { ClientInfo } from './accounts/sessions.ts';
export type { SignInResult } from './accounts/sign-in.ts';
export { type AuditEntry, installation } from './database/audit.ts';
export type { IssuedKeys, KeyInfo } from './keys/subscription-keys.ts';
export type { NewBox } from './shop/boxes.ts';
export type { CampaignChange, NewCampaign } from './shop/campaigns.ts';
export type { NewDataset } from './shop/datasets.ts';
export type { NewSubscription } from './shop/subscriptions.ts';
export type { NewWebsite } from './shop/websites.ts';

/**
 * The configuration store. Reads are answered at once, from this process. A change is durable, and known to the database
 * that nodes share, when its promise resolves. `accounts` and `setUp` belong to no website.
 */
export type Store = Awaited<ReturnType<typeof openStore>>;

/** What a transaction reads and changes. */
export type Settings = Parameters<Parameters<Store['transaction']>[0]>[0];

/** What is read in the same way inside and outside of a transaction. */
export type SettingsReader = {
  readonly [P in 'datasets' | 'boxes' | 'campaigns' | 'subscriptions']: Pick<Settings[P], 'list' | 'byName'>;
} & { readonly websites: Pick<Settings['websites'], 'list' | 'byName' | 'byId'> };
