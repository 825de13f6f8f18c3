import type { AdminNeeds } from '../http/admin/needs.ts';
import { openLooksFiles } from '../looks/looks-files.ts';
import { baseSettings } from '../looks/similarities.ts';

type LooksDecision = Awaited<ReturnType<AdminNeeds['looksOf']>>;

/** What was decided when a version was built, as the portal shows it. `folder`: the folder of pictures. */
export const readLooksDecision = async (
  folder: string,
  tracker: string,
  version: string,
): Promise<LooksDecision> => {
  const decision = await openLooksFiles(folder, tracker).readDecision(version);
  if (decision === null) return null;
  const { field, pictures, settings, base, learnt } = decision.report;
  const { mix, words, colour } = settings ?? baseSettings;
  return {
    learnt: settings !== null,
    field,
    pictures,
    mix: mix ?? 0,
    words,
    colour,
    before: base?.mean ?? null,
    now: learnt?.mean ?? null,
  };
};
