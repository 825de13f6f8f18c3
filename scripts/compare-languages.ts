/** Prints, for each language, how many word pairs our rules and the Snowball stemmers merge, rightly and wrongly. */
import { type Merges, measureMerges } from './languages/measure-merges.ts';

const formatShare = (count: number, of: number): string => `${Math.round((100 * count) / of)} %`.padStart(6);

const formatMerges = (merges: Merges | null, same: number, apart: number): string =>
  merges === null
    ? '     –      –'
    : `${formatShare(merges.right, same)} ${formatShare(merges.wrong, apart)}`;

console.log('language  pairs    ours           snowball       what ours gets wrong');
console.log('                  right  wrong   right  wrong');
for (const { language, mergePairs, apartPairs, ours, snowball, mistakes } of measureMerges())
  console.log(
    [
      language.padEnd(8),
      `${mergePairs}+${apartPairs}`.padEnd(7),
      formatMerges(ours, mergePairs, apartPairs),
      formatMerges(snowball, mergePairs, apartPairs),
      mistakes.join(', '),
    ].join('  '),
  );
