import { applyDeclaration, type ApplyResult } from '../../../declare/apply/apply.ts';
import { describeSettings } from '../../../declare/describe/describe.ts';
import { createReadDeclaration, type ReadDeclaration } from '../../../declare/check/read-declaration.ts';
import type { Website } from '../../../domain/website.ts';
import { Fault } from '../../../errors.ts';
import type { Actor, Store } from '../../../store/store.ts';

type DeclaredList = 'datasets' | 'boxes' | 'campaigns' | 'subscriptions';

/** Changes the configuration of a website through declarations, as `kindred apply` does. */
export type Declarations = {
  readonly read: ReadDeclaration;
  /** Applies all or nothing. The declaration comes over HTTP, so it may not name files of this machine. */
  apply(actor: Actor, declaration: unknown, options?: { readonly prune?: boolean }): ApplyResult;
  /** Applies one item; the paths of issues are relative to the item. */
  applyOne(actor: Actor, website: Website, list: DeclaredList, item: unknown): ApplyResult;
};

export const createDeclarations = (store: Store): Declarations => {
  const read = createReadDeclaration();
  const apply: Declarations['apply'] = (actor, declaration, { prune = false } = {}) =>
    applyDeclaration({ store, actor, baseFolder: null, prune, read })(declaration);
  return {
    read,
    apply,
    applyOne: (actor, website, list, item) =>
      withItemPaths(list, () => apply(actor, { website: describeSettings(website), [list]: [item] })),
  };
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
