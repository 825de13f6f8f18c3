/** Pixels that one label of the time axis needs. */
const labelPx = 120;

/** As many labels as fit, and a text that is equal to the one before (a day in a chart by hour) only once. */
export const listTimeLabels = (
  texts: readonly string[],
  width: number,
): { readonly index: number; readonly text: string }[] => {
  const every = Math.max(1, Math.ceil((texts.length * labelPx) / width));
  return texts
    .map((text, index) => ({ index, text }))
    .filter(({ index }) => index % every === 0)
    .filter(({ text }, place, shown) => place === 0 || shown[place - 1]?.text !== text);
};
