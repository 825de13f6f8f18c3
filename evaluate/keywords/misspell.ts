const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** Applies `edits` random typos: a deleted, replaced or inserted letter, or two swapped. Never returns `text`. */
export const misspell = (text: string, edits: number, random: () => number): string => {
  for (;;) {
    let misspelt = text;
    for (let edit = 0; edit < edits; edit++) misspelt = applyTypo(misspelt, random);
    if (misspelt !== text) return misspelt;
  }
};

const applyTypo = (text: string, random: () => number): string => {
  const pick = (below: number): number => Math.floor(random() * below);
  const places = [...text].flatMap((letter, index) => (/\p{L}/u.test(letter) ? [index] : []));
  const index = places[pick(places.length)] ?? 0;
  const letter = alphabet[pick(alphabet.length)] ?? 'x';
  const [before, current, after] = [text.slice(0, index), text[index] ?? '', text.slice(index + 1)];
  const variants = [
    before + after,
    before + letter + after,
    before + letter + current + after,
    before + (after[0] ?? '') + current + after.slice(1),
  ];
  return variants[pick(variants.length)] ?? text;
};
