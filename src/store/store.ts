import type { Box } from '../domain/box.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { Dataset } from '../domain/dataset.ts';
import type { Directory } from '../domain/directory.ts';
import type { Actor, Member } from '../domain/operator.ts';
import type { KeySlot, Subscription } from '../domain/subscription.ts';
import type { Website } from '../domain/website.ts';
import type { Accounts, Members, SetUp, Visits } from './account-types.ts';
import type { StoreLink } from './database/database.ts';
import type { InstallationRecord } from './installation.ts';

type OmitEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Redirects that are left out stay as they are; a new website has none. */
export type NewWebsite = Omit<Website, 'id' | 'tracker' | 'redirects'> & Partial<Pick<Website, 'redirects'>>;
export type NewDataset = Omit<Dataset, 'id' | 'websiteId' | 'tracker'>;
export type NewBox = OmitEach<Box, 'id' | 'websiteId' | 'tracker'>;
export type NewCampaign = Omit<Campaign, 'ruleId' | 'websiteId'>;
type Scope = Pick<Subscription, 'addressRate' | 'operations'>;
/** Scope that is left out does not restrict: every operation, no limit per address. */
export type NewSubscription = Omit<Subscription, 'id' | 'websiteId' | 'state' | keyof Scope> & Partial<Scope>;

export type { Actor };

export type AuditEntry = {
  readonly sequence: number;
  readonly at: string;
  readonly actor: string;
  /** Network address; null when it came from this machine's command line. */
  readonly from: string | null;
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
};

export type AuditChange = {
  readonly websiteId: number;
  readonly actor: Actor;
  /** `box.create`, `subscription.rotate` … */
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
};

/** `page` from 1. `actor` and `subject` are parts of the text, in any case. */
export type AuditQuery = {
  readonly page: number;
  readonly pageSize: number;
  readonly actor?: string;
  readonly subject?: string;
};

/** The website id of audit entries that belong to no website: signing in, passwords, the secret key. */
export const installation = 0;

export type IssuedKeys = {
  readonly primary: string;
  readonly secondary: string;
};

/** A key as it may be shown to anybody who sees the subscription: `kdr_sec_…3f9a`. */
export type KeyInfo = {
  readonly slot: KeySlot;
  readonly masked: string;
  readonly createdAt: string;
  /** For a rotated key that still works: when it stops. Null for a key in use. */
  readonly graceUntil: string | null;
};

/** One change of a campaign, newest first. `after` is null when it was removed. */
export type CampaignChange = {
  readonly sequence: number;
  readonly at: string;
  readonly actor: string;
  readonly action: 'create' | 'update' | 'remove' | 'undo';
  readonly before: Campaign | null;
  readonly after: Campaign | null;
};

/**
 * What a transaction reads and changes, all or nothing. Every function but those of `websites` takes a website first, so
 * that nothing can be read without one. `put` creates or replaces by name inside the website, keeps trackers and ruleIds,
 * and does nothing (no audit entry, no new revision) when nothing would change. Each change is audited with before and after.
 */
export interface Settings {
  readonly websites: {
    list(): readonly Website[];
    byName(name: string): Website | null;
    byId(id: number): Website | null;
    readonly put: (actor: Actor, website: NewWebsite) => Website;
    readonly remove: (actor: Actor, id: number) => void;
  };
  readonly datasets: Repository<Dataset, NewDataset>;
  readonly boxes: Repository<Box, NewBox>;
  readonly campaigns: Repository<Campaign, NewCampaign> & {
    byRuleId(websiteId: number, ruleId: number): Campaign | null;
    /** By ruleId, so that the name can change too. */
    readonly replace: (websiteId: number, actor: Actor, ruleId: number, campaign: NewCampaign) => Campaign;
    history(websiteId: number, ruleId: number): readonly CampaignChange[];
    /**
     * Undoes the last change that is not yet undone, a removal included; null when that was its creation, so that
     * the campaign is gone. `conflict` when nothing is left to undo.
     */
    readonly undo: (websiteId: number, actor: Actor, ruleId: number) => Campaign | null;
  };
  readonly subscriptions: {
    list(websiteId: number): readonly Subscription[];
    byName(websiteId: number, name: string): Subscription | null;
    /**
     * `keys` only when this call made them. `imported`: the keys a shop already uses, 32 hex digits each; they
     * replace the current ones.
     */
    readonly put: (
      websiteId: number,
      actor: Actor,
      subscription: NewSubscription,
      imported?: IssuedKeys,
    ) => { subscription: Subscription; keys: IssuedKeys | null };
    /**
     * Issues a new key for one slot. The old one of that slot works for `graceSeconds` more (0 by
     * default), and one that was still in its grace period stops at once: there are never more than two of a slot.
     */
    readonly rotate: (
      websiteId: number,
      actor: Actor,
      id: number,
      slot: KeySlot,
      graceSeconds?: number,
    ) => string;
    readonly setState: (websiteId: number, actor: Actor, id: number, state: Subscription['state']) => void;
    /** Masked; the ones in use by slot, then those in their grace period. */
    keys(websiteId: number, id: number): readonly KeyInfo[];
    /** Clear keys, for Profile. The caller has checked the password again. With an actor it is audited. */
    readonly reveal: (websiteId: number, id: number, actor?: Actor) => IssuedKeys;
  };
  readonly operators: {
    /** Makes the creator of a website its owner; `conflict` when it has a member already. */
    claim(websiteId: number, actor: Actor, operatorId: number): Member;
  };
}

/** What is read in the same way inside and outside of a transaction. */
export type SettingsReader = {
  readonly websites: Pick<Settings['websites'], 'list' | 'byName' | 'byId'>;
  readonly datasets: Pick<Settings['datasets'], 'list' | 'byName'>;
  readonly boxes: Pick<Settings['boxes'], 'list' | 'byName'>;
  readonly campaigns: Pick<Settings['campaigns'], 'list' | 'byName'>;
  readonly subscriptions: Pick<Settings['subscriptions'], 'list' | 'byName'>;
};

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
export interface Store {
  readonly websites: Changing<Settings['websites'], 'put' | 'remove'>;
  readonly datasets: Changing<Settings['datasets'], 'put' | 'remove'>;
  readonly boxes: Changing<Settings['boxes'], 'put' | 'remove'>;
  readonly campaigns: Changing<Settings['campaigns'], 'put' | 'remove' | 'replace' | 'undo'>;
  readonly subscriptions: Changing<Settings['subscriptions'], 'put' | 'rotate' | 'setState' | 'reveal'>;
  /** Members of a website, and invitations. */
  readonly operators: Members;
  /** Accounts of operators: signing in, sessions, tokens, passwords, codes. */
  readonly accounts: Accounts;
  /** Administrators in websites that they entered. */
  readonly visits: Visits;
  /** The first administrator, by a link that works once. */
  readonly setUp: SetUp;
  readonly audit: {
    /** For changes that are not the store's own: a version made live, an import. The change must hold no secrets. */
    record(change: AuditChange): Promise<void>;
    /** Newest first. */
    list(websiteId: number, limit: number): readonly AuditEntry[];
    page(
      websiteId: number,
      query: AuditQuery,
    ): { readonly entries: readonly AuditEntry[]; readonly total: number };
    /** The first broken link of the hash chain, or null. */
    verify(): { readonly sequence: number; readonly problem: string } | null;
  };
  readonly secretKey: {
    /**
     * Encrypts everything with a new secret key, all or nothing. Other processes follow by themselves; no
     * subscription key, session or password changes. Returns how many secrets were encrypted again.
     */
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
}

export type Repository<T, N> = {
  list(websiteId: number): readonly T[];
  byName(websiteId: number, name: string): T | null;
  readonly put: (websiteId: number, actor: Actor, value: N) => T;
  readonly remove: (websiteId: number, actor: Actor, name: string) => void;
};
