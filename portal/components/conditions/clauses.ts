import type { Bounds, Condition } from '../../../src/domain/campaign.ts';

/** A condition as a list of clauses, for editing. */
export type Clause =
  | { readonly kind: 'identifiers'; readonly identifiers: readonly string[] }
  | { readonly kind: 'category' | 'brand' | 'pattern'; readonly text: string }
  | { readonly kind: 'price' | 'results'; readonly bounds: Bounds }
  | { readonly kind: 'attribute'; readonly name: string; readonly value: string };

export type ClauseKind = Clause['kind'];

export const clauseKinds = [
  'category',
  'brand',
  'attribute',
  'price',
  'results',
  'identifiers',
  'pattern',
] as const;

export const newClause = (kind: ClauseKind): Clause => {
  switch (kind) {
    case 'identifiers':
      return { kind, identifiers: [] };
    case 'category':
    case 'brand':
    case 'pattern':
      return { kind, text: '' };
    case 'price':
    case 'results':
      return { kind, bounds: {} };
    case 'attribute':
      return { kind, name: '', value: '' };
  }
};

export const splitCondition = (condition: Condition): Clause[] => [
  ...(condition.identifiers ? [{ kind: 'identifiers' as const, identifiers: condition.identifiers }] : []),
  ...(['category', 'brand', 'pattern'] as const).flatMap((kind) => {
    const text = condition[kind];
    return text === undefined ? [] : [{ kind, text }];
  }),
  ...(condition.attributes ?? []).map(({ name, value }) => ({
    kind: 'attribute' as const,
    name,
    value: String(value),
  })),
  ...(['price', 'results'] as const).flatMap((kind) => {
    const bounds = condition[kind];
    return bounds === undefined ? [] : [{ kind, bounds }];
  }),
];

const clauseToCondition = (clause: Clause): Condition => {
  switch (clause.kind) {
    case 'identifiers':
      return { identifiers: clause.identifiers };
    case 'category':
    case 'brand':
    case 'pattern':
      return { [clause.kind]: clause.text };
    case 'price':
    case 'results':
      return { [clause.kind]: clause.bounds };
    case 'attribute':
      return { attributes: [{ name: clause.name, value: clause.value }] };
  }
};

export const joinClauses = (clauses: readonly Clause[]): Condition =>
  clauses.map(clauseToCondition).reduce<Condition>((whole, part) => {
    const attributes = [...(whole.attributes ?? []), ...(part.attributes ?? [])];
    return { ...whole, ...part, ...(attributes.length > 0 ? { attributes } : {}) };
  }, {});
