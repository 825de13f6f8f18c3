import type { Box } from '../domain/box.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { Dataset } from '../domain/dataset.ts';
import type { Directory } from '../domain/directory.ts';
import type { Operator, Role } from '../domain/operator.ts';
import type { KeySlot, Subscription } from '../domain/subscription.ts';
import type { Website } from '../domain/website.ts';

type OmitEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export type NewWebsite = Omit<Website, 'id' | 'tracker'>;
export type NewDataset = Omit<Dataset, 'id' | 'websiteId' | 'tracker'>;
export type NewBox = OmitEach<Box, 'id' | 'websiteId' | 'tracker'>;
export type NewCampaign = Omit<Campaign, 'ruleId' | 'websiteId'>;
export type NewSubscription = Omit<Subscription, 'id' | 'websiteId' | 'state'>;

/** Who does it, for the audit: an operator's e-mail address, `command line`, `demo`. */
export type Actor = string;

export type AuditEntry = {
  readonly sequence: number;
  readonly at: string;
  readonly actor: Actor;
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
};

export type IssuedKeys = {
  readonly primary: string;
  readonly secondary: string;
};

/**
 * Where configuration lives. Every function but those of `websites` takes a website first: nothing can be
 * asked for without one. `put` creates or replaces by name inside the website, keeps trackers and ruleIds,
 * and does nothing (no audit entry, no new revision) when nothing would change.
 * Each change is durable when the call returns, and audited with before and after.
 */
export interface Store {
  readonly websites: {
    list(): readonly Website[];
    byName(name: string): Website | null;
    put(actor: Actor, website: NewWebsite): Website;
    remove(actor: Actor, id: number): void;
  };
  readonly datasets: Named<Dataset, NewDataset>;
  readonly boxes: Named<Box, NewBox>;
  readonly campaigns: Named<Campaign, NewCampaign>;
  readonly subscriptions: {
    list(websiteId: number): readonly Subscription[];
    byName(websiteId: number, name: string): Subscription | null;
    /**
     * `keys` only when they were made by this call. `brought`: 32 hex digits each, the keys of a shop that
     * moves here; they replace the ones there are.
     */
    put(
      websiteId: number,
      actor: Actor,
      subscription: NewSubscription,
      brought?: IssuedKeys,
    ): { subscription: Subscription; keys: IssuedKeys | null };
    /** Issues a new key for one slot; the old one of that slot is dead at once. */
    rotate(websiteId: number, actor: Actor, id: number, slot: KeySlot): string;
    setState(websiteId: number, actor: Actor, id: number, state: Subscription['state']): void;
    /** Clear keys, for Profile. The caller has checked the password again. */
    reveal(websiteId: number, id: number): IssuedKeys;
  };
  readonly operators: {
    list(websiteId: number): readonly Operator[];
    /** Stores an argon2id hash. */
    put(websiteId: number, actor: Actor, email: string, role: Role, password: string): Promise<Operator>;
    verifyPassword(email: string, password: string): Promise<Operator | null>;
  };
  readonly audit: {
    list(websiteId: number, limit: number): readonly AuditEntry[];
    /** The first broken link of the hash chain, or null. */
    verify(): { readonly sequence: number; readonly problem: string } | null;
  };
  /** A fresh snapshot when anything changed (also by another process), else the one before. Cheap to call. */
  directory(): Directory;
  /** All of it or nothing of it. */
  transaction<T>(work: () => T): T;
  close(): void;
}

export type Named<T, N> = {
  list(websiteId: number): readonly T[];
  byName(websiteId: number, name: string): T | null;
  put(websiteId: number, actor: Actor, value: N): T;
  remove(websiteId: number, actor: Actor, name: string): void;
};
