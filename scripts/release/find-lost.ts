const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

/** Where `after` lacks or changes something of `before`. What it has besides is a new setting, not a loss. */
export const findLost = (before: unknown, after: unknown, path = '$'): string[] => {
  if (Array.isArray(before) && Array.isArray(after)) {
    const missing = before.length - after.length;
    if (missing !== 0) return [`${path} has ${after.length} entries, not ${before.length}`];
    return before.flatMap((each: unknown, place) => findLost(each, after[place], `${path}[${place}]`));
  }
  if (isObject(before) && isObject(after))
    return Object.entries(before).flatMap(([name, value]) => findLost(value, after[name], `${path}.${name}`));
  return before === after ? [] : [`${path} was ${show(before)} and is ${show(after)}`];
};
