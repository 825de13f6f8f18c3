import type { DeclaredBox, DeclaredRelatedBox, DeclaredSearchBox } from '../../src/declare/box-schema.ts';
import type { DeclaredCampaign, DeclaredDataset, DeclaredWebsite } from '../../src/declare/schema.ts';
import type { Field } from '../../src/domain/dataset.ts';
import type { Role } from '../../src/domain/operator.ts';
import type { KeyKind, KeySlot, Quota, Rate, SubscriptionState } from '../../src/domain/subscription.ts';

/*
 * What the admin API speaks. Instants are ISO 8601. Datasets, boxes and websites are named, not numbered.
 */

export type Membership = { readonly name: string; readonly displayName: string; readonly role: Role };

export type Session = {
  readonly operator: { readonly email: string; readonly administrator: boolean; readonly totp: boolean };
  readonly websites: readonly Membership[];
  readonly expiresAt: string;
};

export type Invitation = { readonly email: string; readonly website: string; readonly role: Role };
export type TotpSetup = { readonly secret: string; readonly uri: string; readonly qr: string };

export type OpenSession = {
  readonly id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly userAgent: string | null;
  readonly current: boolean;
};

export type OperatorToken = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
};

export type WebsiteDeclaration = DeclaredWebsite;

export type DatasetDeclaration = DeclaredDataset;

export type Version = {
  readonly version: string;
  readonly size: number;
  readonly live: boolean;
  readonly builtAt: string;
  readonly bytes: number;
};

export type ImportState = 'queued' | 'running' | 'waiting' | 'published' | 'failed' | 'cancelled';

export type ImportSummary = {
  readonly id: string;
  readonly state: ImportState;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly dryRun: boolean;
  readonly rows: number;
  readonly faultyRows: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly version: string | null;
  /** Why it waits, or why it failed. */
  readonly reason: string | null;
};

export type ImportProgress = {
  readonly state: ImportState;
  readonly rows: number;
  readonly pictures: number;
  readonly vectors: number;
  readonly rate: number | null;
  readonly etaSeconds: number | null;
};

export type Dataset = {
  readonly declaration: DatasetDeclaration;
  readonly tracker: string;
  readonly live: Version | null;
  readonly waiting: ImportSummary | null;
  readonly counts: {
    readonly products: number;
    readonly variants: number;
    readonly withPicture: number;
    readonly withoutPicture: number;
  } | null;
};

export type FieldInUse = Field & { readonly examples: readonly string[] };

export type Inspection = {
  readonly format: string;
  readonly encoding: string;
  readonly fields: readonly Field[];
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  readonly faults: readonly { readonly line: number; readonly reason: string }[];
};

type DiffRow = {
  readonly identifier: string;
  readonly displayText: string;
  readonly changes?: readonly string[];
};

export type ImportDiff = {
  readonly added: readonly DiffRow[];
  readonly changed: readonly DiffRow[];
  readonly removed: readonly DiffRow[];
  readonly counts: { readonly added: number; readonly changed: number; readonly removed: number };
};

export type FoundProduct = {
  readonly identifier: string;
  readonly displayText: string;
  readonly imageUrl: string | null;
  readonly price: number | null;
  readonly currency?: string | null;
};

export type ProductPage = {
  readonly products: readonly FoundProduct[];
  readonly count: number;
  readonly page: number;
  readonly pageSize: number;
};

export type SearchBoxDeclaration = DeclaredSearchBox;

export type RelatedBoxDeclaration = DeclaredRelatedBox;

export type BoxDeclaration = DeclaredBox;

export type Box = {
  readonly declaration: BoxDeclaration;
  readonly tracker: string;
  readonly kind: BoxDeclaration['kind'];
  readonly dataset: string;
  /** Calls of the last day, by hour, oldest first; null where nothing was counted. */
  readonly traffic: readonly number[] | null;
};

export type CurationEntry = {
  /** null: for every pattern. */
  readonly pattern: string | null;
  readonly add: readonly string[];
  readonly hide: readonly string[];
  readonly replace?: boolean;
};

export type CampaignDeclaration = DeclaredCampaign;

export type Campaign = {
  readonly declaration: CampaignDeclaration;
  readonly ruleId: number;
  readonly state: 'draft' | 'published';
};

export type CampaignChange = { readonly at: string; readonly actor: string; readonly action: string };

export type PreviewRequest = {
  readonly identifier?: string;
  readonly pattern?: string;
  readonly at?: string;
  readonly campaigns: 'published' | 'drafts' | 'none';
  readonly draft?: CampaignDeclaration;
  readonly settings?: Partial<Omit<SearchBoxDeclaration, 'kind' | 'name' | 'dataset'>>;
  readonly parameters?: {
    readonly top?: number;
    readonly page?: number;
    readonly filter?: string;
    readonly orderby?: string;
    readonly tile?: string;
  };
};

export type Subscription = {
  readonly name: string;
  readonly kind: KeyKind;
  readonly state: SubscriptionState;
  readonly rate: Rate | null;
  readonly quota: Quota | null;
  readonly boxes: readonly string[];
  readonly origins: readonly string[];
  readonly keys: Readonly<Record<KeySlot, { readonly masked: string; readonly lastUsedAt: string | null }>>;
  readonly used: number;
};

export type IssuedKeys = Readonly<Record<KeySlot, string>>;
export type UsageHour = { readonly hour: string; readonly calls: number };

export type Member = {
  readonly email: string;
  readonly role: Role;
  readonly invited: boolean;
  readonly lastSeenAt: string | null;
};

export type AuditEntry = {
  readonly sequence: number;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
};

export type AuditPage = {
  readonly entries: readonly AuditEntry[];
  readonly count: number;
  readonly page: number;
  readonly pageSize: number;
};

export type Period = {
  readonly calls: number;
  readonly found: number;
  readonly notFound: number;
  readonly errors: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
  /** null where no events came in: no data is not zero. */
  readonly clickThrough: { readonly suggestions: number | null; readonly lookAlikes: number | null };
};

type Top = readonly { readonly text: string; readonly count: number }[];

export type Analytics = {
  readonly period: Period;
  readonly compared: Period | null;
  readonly series: readonly {
    readonly at: string;
    readonly calls: number | null;
    readonly p95Ms: number | null;
  }[];
  readonly top: {
    readonly patterns: Top;
    readonly failedPatterns: Top;
    readonly identifiers: Top;
    readonly failedIdentifiers: Top;
  };
};

export type SystemState = {
  readonly version: string;
  readonly node: string;
  readonly uptimeSeconds: number;
  readonly disk: { readonly usedBytes: number; readonly freeBytes: number };
  readonly memory: { readonly residentBytes: number; readonly heapBytes: number };
  readonly datasets: readonly {
    readonly website: string;
    readonly dataset: string;
    readonly size: number;
    readonly bytes: number;
  }[];
  readonly jobs: readonly {
    readonly id: string;
    readonly kind: string;
    readonly subject: string;
    readonly state: string;
    readonly startedAt: string;
  }[];
};

export type Backup = {
  readonly name: string;
  readonly at: string;
  readonly bytes: number;
  readonly state: string;
};
