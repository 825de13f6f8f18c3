import type { Override } from './mapping-rows.ts';

/** An emptied template is no template: the service refuses an empty text. */
export const dropEmptyOverrides = (overrides: readonly Override[]): Override[] =>
  overrides.map(({ template, ...rest }) =>
    template === undefined || template === '' ? rest : { ...rest, template },
  );
