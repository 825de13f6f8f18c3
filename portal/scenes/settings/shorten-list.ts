const shownNames = 5;

/** The first names of a list, and how many more there are. */
export const shortenList = (names: readonly string[]): string => {
  const rest = names.length - shownNames;
  const shown = names.slice(0, shownNames).join(', ');
  return rest > 0 ? `${shown}, + ${rest}` : shown;
};
