import type { AdminNeeds } from '../../http/admin/needs.ts';
import { openLooksFiles } from '../../learning/looks/looks-files.ts';
import { baseSettings } from '../../learning/looks/map/looks-map.ts';

type LooksDecision = Awaited<ReturnType<AdminNeeds['looksOf']>>;

/** Older releases learnt from one field. */
const toFields = (field: string | null) => (field === null ? [] : [{ field, weight: 1 }]);

/** What was decided when a version was built, as the portal shows it. `folder`: the folder of pictures. */
export const readLooksDecision = async (
  folder: string,
  tracker: string,
  version: string,
): Promise<LooksDecision> => {
  const decision = await openLooksFiles(folder, tracker).readDecision(version);
  if (decision === null) return null;
  const { field, fields, pictures, settings, base, learnt } = decision.report;
  const { mix, words, colour } = settings ?? baseSettings;
  return {
    learnt: settings !== null,
    field,
    fields: fields === undefined ? toFields(field) : [...fields],
    pictures,
    mix: mix ?? 0,
    words,
    colour,
    before: base?.mean ?? null,
    now: learnt?.mean ?? null,
  };
};
