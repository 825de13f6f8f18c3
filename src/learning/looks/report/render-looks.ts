import { findMinimumScore } from '../decide/measure.ts';
import { decideDefaults } from '../decide/decide-defaults.ts';
import type { LooksReport, Settings } from '../map/decision.ts';

export const formatPercent = (share: number): string => `${Math.round(share * 100)} %`;

export const formatSettings = ({ mix, colour, words, also }: Settings): string =>
  [
    mix === null ? 'vectors of the model' : `${formatPercent(mix)} of the map`,
    ...(also === undefined ? [] : [`trained on ${also}, too`]),
    ...(words === 0 ? [] : [`words ${words.toFixed(1)}`]),
    ...(colour === 1 ? [] : [`${formatPercent(colour)} of the colour`]),
  ].join(', ');

/** `category`, or `category, colour (weight 0.3)` where several fields were learnt from. */
const formatFields = ({ field, fields = [] }: LooksReport): string => {
  const [first, ...others] = fields;
  const further = others.map((each) => `${each.field} (weight ${each.weight.toFixed(1)})`);
  return [first?.field ?? field ?? 'labels', ...further].join(', ');
};

/** What new labels gain or lose, and how often they come; none where no label could be held out. */
const formatNewLabels = ({ field, newLabels }: LooksReport): string =>
  newLabels === undefined
    ? ''
    : `; for a ${field ?? 'label'} that is new (${formatPercent(newLabels.share)} of what comes) ${newLabels.base.toFixed(3)}, now ${newLabels.learnt.toFixed(3)}`;

const viewNames = {
  product: 'the whole product',
  middle: 'the middle of the product',
  both: 'both, which takes two runs of the net for each picture',
};

/** Which part of pictures is compared; what waits names its cost. */
const formatView = ({ view }: LooksReport): string => {
  if (view === undefined) return '';
  const { used, best, tried, pictures, seconds } = view;
  const measured = tried.map((each) => `${viewNames[each.view]} ${each.precision.toFixed(3)}`).join(', ');
  const cost = `${pictures} pictures are embedded anew, about ${Math.max(1, Math.round(seconds / 60))} min`;
  const waiting = used === best ? '' : `; name "view": "${best}" in the dataset to change it: ${cost}`;
  return `; ${viewNames[used]} is seen${measured === '' ? '' : ` (${measured})`}${waiting}`;
};

/** Null where nothing was measured, or where even the nearest are mostly wrong. */
export const readMinimumScore = ({ calibration = [] }: LooksReport): number | null => {
  const score = findMinimumScore(calibration, decideDefaults.shownRight);
  return score === null ? null : Math.max(0, Math.floor(score * 100) / 100);
};

/** One line: what the comparison of pictures was decided to be. */
export const summarizeDecision = (report: LooksReport): string => {
  const { settings, base, learnt, reason } = report;
  return settings === null
    ? `pictures are compared as the model sees them: ${reason}${formatView(report)}`
    : `learnt from ${formatFields(report)}, ${formatSettings(settings)}: precision at 10 of unseen products ${base?.mean.toFixed(3) ?? '-'}, now ${learnt?.mean.toFixed(3) ?? '-'}${formatNewLabels(report)}${formatView(report)}`;
};
