import { type ApplyResult, applyWithin } from '../../../declare/apply/apply.ts';
import { type AppliedData, toAppliedChecks } from '../../../declare/check/check-applied.ts';
import { issuesFault } from '../../../declare/check/issues.ts';
import { compileDeclarations } from '../../../declare/check/read-declaration.ts';
import { describeSettings } from '../../../declare/describe/describe.ts';
import type { Website } from '../../../domain/website.ts';
import type { EngineReader } from '../../../engine/engine.ts';
import { Fault } from '../../../errors.ts';
import type { Actor, Settings, Store } from '../../../store/store.ts';

type DeclaredList = 'datasets' | 'boxes' | 'campaigns' | 'subscriptions';

type LargeOptions = {
  readonly prune?: boolean;
  readonly dryRun?: boolean;
  /** Left out: what changed is not checked against the live catalogues. */
  readonly checked?: AppliedData;
};

/** Applies declarations that would keep everybody else waiting, in a thread of its own. */
export type LargeDeclarations = {
  /** `declaration` is JSON. The result is that of the route `applyDeclaration`, as JSON. */
  apply(actor: Actor, declaration: string, options?: LargeOptions): Promise<Buffer>;
  /** Resolves when none is being applied. */
  idle(): Promise<void>;
};

/** In characters of JSON: applying this much takes about 20 ms. */
const largeLength = 16_384;

/** The JSON of a declaration that is applied in a thread; null for a small one. */
export const describeLarge = (declaration: unknown): string | null => {
  // The body of a call without one is undefined, which has no JSON.
  const json = JSON.stringify(declaration ?? null);
  return json.length > largeLength ? json : null;
};

type Needs = {
  readonly store: Store;
  readonly engine: Pick<EngineReader, 'products'>;
  readonly largeDeclarations: LargeDeclarations;
};

/** Changes the configuration of a website through declarations, as `kindred apply` does. */
export const createDeclarations = ({ store, engine, largeDeclarations }: Needs) => {
  // Not by the first declaration, for which others would wait.
  compileDeclarations();

  /** What is live now, to check declarations against; `confirmed` are names of redirects without a condition. */
  const readLive = ({ id }: Website, confirmed: readonly string[] = []): AppliedData => {
    const fields = store.datasets.list(id).flatMap(({ tracker }) => {
      const live = engine.products(tracker)?.fields.map(({ name, facetable }) => ({ name, facetable }));
      return live ? [[tracker, live] as const] : [];
    });
    return { fields: Object.fromEntries(fields), confirmed };
  };

  /** Inside of a transaction. The declaration comes over HTTP, so it may not name files of this machine. */
  const apply = (
    settings: Settings,
    actor: Actor,
    declaration: unknown,
    { prune = false, checked }: Pick<LargeOptions, 'prune' | 'checked'> = {},
  ): ApplyResult => {
    const checks = checked && { checks: toAppliedChecks(checked) };
    return applyWithin(settings, { actor, baseFolder: null, prune, ...checks })(declaration);
  };

  /** Resolves when it is applied, in a thread when it is large, and checked against what is live. */
  const applyOfAnySize = async (actor: Actor, website: Website, declaration: object): Promise<void> => {
    const checked = readLive(website);
    const json = describeLarge(declaration);
    if (json !== null) await largeDeclarations.apply(actor, json, { checked });
    else await store.transaction((settings) => apply(settings, actor, declaration, { checked }));
  };

  return {
    readLive,
    apply,
    /** Applies one item inside of a transaction; the paths of issues are relative to the item. */
    applyOne: (settings: Settings, actor: Actor, website: Website, list: DeclaredList, item: unknown) =>
      withItemPaths(list, () =>
        apply(settings, actor, { website: describeSettings(website), [list]: [item] }),
      ),
    applyOfAnySize,
    applyOneOfAnySize: (actor: Actor, website: Website, list: DeclaredList, item: unknown): Promise<void> =>
      applyOfAnySize(actor, website, { website: describeSettings(website), [list]: [item] }).catch(
        (error: unknown) => {
          throw toItemFault(list, error);
        },
      ),
  };
};

export type Declarations = ReturnType<typeof createDeclarations>;

/** Rewrites the paths of issues: `$.boxes[0].facets` → `$.facets`. */
export const withItemPaths = <T>(list: DeclaredList, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw toItemFault(list, error);
  }
};

const toItemFault = (list: DeclaredList, error: unknown): unknown => {
  if (!(error instanceof Fault) || error.issues.length === 0) return error;
  const start = `$.${list}[0]`;
  const issues = error.issues.map((issue) => ({
    ...issue,
    path: issue.path.startsWith(start) ? `$${issue.path.slice(start.length)}` : issue.path,
  }));
  return issuesFault(issues, {
    nextStep: 'Nothing was changed. Correct it and send it again.',
    cause: error,
  });
};
