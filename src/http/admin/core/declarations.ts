import { type ApplyResult, applyWithin } from '../../../declare/apply/apply.ts';
import { type AppliedData, toAppliedChecks } from '../../../declare/check/check-applied.ts';
import { describeSettings } from '../../../declare/describe/describe.ts';
import { createReadDeclaration, type ReadDeclaration } from '../../../declare/check/read-declaration.ts';
import type { Website } from '../../../domain/website.ts';
import { Fault } from '../../../errors.ts';
import type { Actor, Settings, Store } from '../../../store/store.ts';

type DeclaredList = 'datasets' | 'boxes' | 'campaigns' | 'subscriptions';

type LargeOptions = {
  readonly prune?: boolean;
  readonly dryRun?: boolean;
  /** Left out: what changed is not checked against the live catalogues. */
  readonly checked?: AppliedData | null;
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

/** Changes the configuration of a website through declarations, as `kindred apply` does. */
export type Declarations = {
  readonly read: ReadDeclaration;
  /** Inside of a transaction. The declaration comes over HTTP, so it may not name files of this machine. */
  apply(
    settings: Settings,
    actor: Actor,
    declaration: unknown,
    options?: { readonly prune?: boolean; readonly checked?: AppliedData },
  ): ApplyResult;
  /** Applies one item inside of a transaction; the paths of issues are relative to the item. */
  applyOne(
    settings: Settings,
    actor: Actor,
    website: Website,
    list: DeclaredList,
    item: unknown,
  ): ApplyResult;
  /** These two resolve when it is applied, in a thread when it is large. */
  applyOfAnySize(actor: Actor, declaration: unknown): Promise<void>;
  applyOneOfAnySize(actor: Actor, website: Website, list: DeclaredList, item: unknown): Promise<void>;
  readonly large: LargeDeclarations;
};

export const createDeclarations = (store: Store, large: LargeDeclarations): Declarations => {
  const read = createReadDeclaration();
  const apply: Declarations['apply'] = (settings, actor, declaration, { prune = false, checked } = {}) => {
    const checks = checked && { checks: toAppliedChecks(checked) };
    return applyWithin(settings, { actor, baseFolder: null, prune, read, ...checks })(declaration);
  };
  const applyOne: Declarations['applyOne'] = (settings, actor, website, list, item) =>
    withItemPaths(list, () => apply(settings, actor, { website: describeSettings(website), [list]: [item] }));
  const applyOfAnySize: Declarations['applyOfAnySize'] = async (actor, declaration) => {
    const json = describeLarge(declaration);
    if (json === null) await store.transaction((settings) => apply(settings, actor, declaration));
    else await large.apply(actor, json);
  };
  return {
    read,
    apply,
    applyOne,
    applyOfAnySize,
    applyOneOfAnySize: (actor, website, list, item) =>
      applyOfAnySize(actor, { website: describeSettings(website), [list]: [item] }).catch((error: unknown) =>
        withItemPaths(list, () => throwError(error)),
      ),
    large,
  };
};

const throwError = (error: unknown): never => {
  throw error;
};

/** Rewrites the paths of issues: `$.boxes[0].facets` → `$.facets`. */
export const withItemPaths = <T>(list: DeclaredList, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Fault) || error.issues.length === 0) throw error;
    const start = `$.${list}[0]`;
    const issues = error.issues.map((issue) => ({
      ...issue,
      path: issue.path.startsWith(start) ? `$${issue.path.slice(start.length)}` : issue.path,
    }));
    throw invalidFault(issues, error);
  }
};

const invalidFault = (issues: Fault['issues'], cause: Fault): Fault => {
  return new Fault('bad-input', issues.map(({ path, message }) => `${path}: ${message}`).join('; '), {
    nextStep: 'Nothing was changed. Correct it and send it again.',
    issues,
    cause,
    reason: { reason: 'invalid' },
  });
};
