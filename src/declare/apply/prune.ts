import type { Declaration } from '../schema/declaration-schema.ts';
import type { ApplyContext } from './apply-context.ts';

const removed = 'removed' as const;

/** Removes what is not declared; items that refer to others go first. */
export const pruneWebsite = ({ settings, actor, website }: ApplyContext, declaration: Declaration) => {
  const undeclared = <T extends { readonly name: string }>(
    stored: readonly T[],
    declared: readonly { readonly name: string }[] = [],
  ): T[] => stored.filter(({ name }) => !declared.some((item) => item.name === name));

  const campaigns = undeclared(settings.campaigns.list(website.id), declaration.campaigns);
  for (const { name } of campaigns) settings.campaigns.remove(website.id, actor, name);
  const boxes = undeclared(settings.boxes.list(website.id), declaration.boxes);
  for (const { name } of boxes) settings.boxes.remove(website.id, actor, name);
  const datasets = undeclared(settings.datasets.list(website.id), declaration.datasets);
  const keywordsFirst = datasets.sort(
    (a, b) => Number(a.kind === 'products') - Number(b.kind === 'products'),
  );
  for (const { name } of keywordsFirst) settings.datasets.remove(website.id, actor, name);
  return {
    campaigns: campaigns.map(({ name, ruleId }) => ({ name, ruleId, change: removed })),
    boxes: boxes.map(({ name, tracker, kind }) => ({ name, tracker, kind, change: removed })),
    datasets: datasets.map(({ name, tracker }) => ({ name, tracker, change: removed })),
  };
};
