const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** A text with so many slips of the finger: a letter lost, another one, one too many, two swapped. Never the same. */
export const misspell = (text: string, edits: number, random: () => number): string => {
  for (;;) {
    let typo = text;
    for (let edit = 0; edit < edits; edit++) typo = slip(typo, random);
    if (typo !== text) return typo;
  }
};

const slip = (text: string, random: () => number): string => {
  const pick = (below: number): number => Math.floor(random() * below);
  const places = [...text].flatMap((letter, index) => (/\p{L}/u.test(letter) ? [index] : []));
  const at = places[pick(places.length)] ?? 0;
  const letter = alphabet[pick(alphabet.length)] ?? 'x';
  const [before, own, after] = [text.slice(0, at), text[at] ?? '', text.slice(at + 1)];
  const slips = [
    before + after,
    before + letter + after,
    before + letter + own + after,
    before + (after[0] ?? '') + own + after.slice(1),
  ];
  return slips[pick(slips.length)] ?? text;
};
