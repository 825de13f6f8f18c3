/** Reasons as an import reports them, and their kinds. The first group of a pattern is the value. */
const patterns = [
  [/^the feed names none$/, 'none-named'],
  [/^pictures were left out of this import$/, 'left-out'],
  [
    /^(?:the dataset has no image folder|not in the image folder|named outside the image folder)$/,
    'file-missing',
  ],
  [/^its address answers (\d+)$/, 'address-answers'],
  [/^(\S+) cannot be reached$/, 'host-unreachable'],
  [/^(\S+) is not on the public internet/, 'private-host'],
  [/^larger than \d+ MB$|^more than \d+ megapixels$/, 'too-large'],
  [
    /^a web page, not a picture$|^SVG drawings|^not a picture of a known kind|^the file is empty$/,
    'no-picture',
  ],
  [/^the picture is damaged|^not decoded within|^it cannot be read again$/, 'damaged'],
] as const;

/** Why products have no picture, in kinds that each have one remedy. */
export const pictureFaultKinds = [...patterns.map(([, kind]) => kind), 'other'] as const;

/** `value`: the HTTP status, the host, or the reason itself for the kind `other`; null for other kinds. */
export type PictureFault = {
  readonly kind: (typeof pictureFaultKinds)[number];
  readonly value: string | null;
};

export type PictureFaultGroup = PictureFault & { readonly count: number };

const groupDefaults = { groups: 20 } as const;

/** The kind of a reason as an import reports it. */
export const classifyPictureFault = (reason: string): PictureFault => {
  for (const [pattern, kind] of patterns) {
    const match = pattern.exec(reason);
    if (match !== null) return { kind, value: match[1] ?? null };
  }
  return { kind: 'other', value: reason };
};

const faultText = /^Published without a picture: (.*)\.$/s;

/** The text of a fault in the list of an import, and back. */
export const describePictureFault = (reason: string): string => `Published without a picture: ${reason}.`;
export const readPictureFault = (text: string): PictureFault =>
  classifyPictureFault(faultText.exec(text)?.[1] ?? text);

/** Largest group first. Beyond the number of groups, the smallest are one group of their own. */
export const groupPictureFaults = (reasons: Readonly<Record<string, number>>): PictureFaultGroup[] => {
  const groups = new Map<string, PictureFaultGroup>();
  for (const [reason, count] of Object.entries(reasons)) {
    const fault = classifyPictureFault(reason);
    const key = `${fault.kind} ${fault.value}`;
    groups.set(key, { ...fault, count: count + (groups.get(key)?.count ?? 0) });
  }
  const sorted = [...groups.values()].sort((one, other) => other.count - one.count);
  const shown = sorted.slice(0, groupDefaults.groups);
  const rest = sorted.slice(groupDefaults.groups).reduce((sum, { count }) => sum + count, 0);
  return rest === 0 ? shown : [...shown, { kind: 'other', value: null, count: rest }];
};
