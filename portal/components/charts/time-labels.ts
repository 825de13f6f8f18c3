/** Pixels that one label of the time axis needs, on average. */
const labelPx = 120;
/** Pixels of one character of a label, and between two labels. */
const characterPx = 6.5;
const gapPx = 8;

type TimeLabel = { readonly index: number; readonly text: string };

/**
 * As many labels as fit. A label stands where its text begins: the day of a chart by hour at the first hour of that day.
 */
export const listTimeLabels = (texts: readonly string[], width: number): TimeLabel[] => {
  const changes = texts
    .map((text, index) => ({ index, text }))
    .filter(({ index, text }) => text !== texts[index - 1]);
  const every = Math.max(1, Math.ceil((changes.length * labelPx) / width));
  return changes.filter((_, place) => place % every === 0);
};

type Place = {
  readonly x: (index: number) => number;
  readonly anchor: (index: number) => 'start' | 'middle';
};

/** Leaves out labels that would touch the one before, or that the edge would cut off. */
export const keepLabelsApart = (
  labels: readonly TimeLabel[],
  { x, anchor }: Place,
  width: number,
): TimeLabel[] => {
  let free = 0;
  return labels.filter(({ index, text }) => {
    const size = text.length * characterPx;
    const start = anchor(index) === 'start' ? x(index) : x(index) - size / 2;
    if (start < free || start + size > width) return false;
    free = start + size + gapPx;
    return true;
  });
};
