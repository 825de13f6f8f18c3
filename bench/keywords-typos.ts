/*
 * Is a misspelt pattern understood? Takes 200 known patterns of a log (seeded), makes one and two edits, and
 * asks whether the typo gets the suggestions of the right one: its first five, in any order, mostly (four).
 *
 *   node bench/keywords-typos.ts <log file> …
 */
import { foldOf } from '../src/keywords/evaluate/held-out.ts';
import { createRandom } from '../src/keywords/evaluate/measure.ts';
import { learnDefaults, learnKeywords } from '../src/keywords/mine/learn.ts';
import { readLogFiles } from './keywords-log.ts';

const settings = { patterns: 200, seed: 5, looked: 5, agree: 4, lettersAtLeast: 5 } as const;
const random = createRandom(settings.seed);
const pick = (below: number): number => Math.floor(random() * below);

const edit = (text: string): string => {
  const places = [...text].flatMap((letter, index) => (/\p{L}/u.test(letter) ? [index] : []));
  const at = places[pick(places.length)] ?? 0;
  const letter = 'abcdefghijklmnopqrstuvwxyz'[pick(26)] ?? 'x';
  const [before, own, after] = [text.slice(0, at), text[at] ?? '', text.slice(at + 1)];
  return (
    [
      before + after,
      before + letter + after,
      before + letter + own + after,
      before + (after[0] ?? '') + own + after.slice(1),
    ][pick(4)] ?? text
  );
};

/** As in the other benches, the last fold of five stays unseen. */
const events = (await readLogFiles(process.argv.slice(2))).filter(({ shopper }) => foldOf(shopper, 5) !== 4);
const learnt = learnKeywords(events, {
  ...learnDefaults,
  mining: { ...learnDefaults.mining, halfLifeDays: null },
});
const known = [...learnt.entries(0)]
  .map(({ displayText }) => displayText.toLowerCase())
  .filter((text) => text.replace(/[^\p{L}]/gu, '').length >= settings.lettersAtLeast);
const top = (pattern: string): string[] =>
  learnt.suggest(pattern, { size: settings.looked }).map(({ text }) => text);

for (const edits of [1, 2]) {
  let [understood, corrected] = [0, 0];
  const missed: string[] = [];
  for (let round = 0; round < settings.patterns; round++) {
    const right = known[pick(known.length)] ?? '';
    let typo = right;
    while (typo === right) typo = Array.from({ length: edits }).reduce<string>((text) => edit(text), right);
    const wanted = top(right);
    const agrees =
      top(typo).filter((text) => wanted.includes(text)).length >= Math.min(settings.agree, wanted.length);
    if (agrees) understood++;
    else if (missed.length < 12) missed.push(`${typo} (${right})`);
    if (learnt.correctionOf(typo)?.toLowerCase() === right) corrected++;
  }
  console.log(
    `${edits} edit(s): ${understood} of ${settings.patterns} get the suggestions of the right one; ${corrected} are corrected to exactly it`,
  );
  console.log(`  missed: ${missed.join(', ')}`);
}
