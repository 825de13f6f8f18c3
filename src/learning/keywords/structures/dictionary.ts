/** Maps texts to small integers, so that a million events fit into typed arrays. */
export type Dictionary = {
  readonly size: number;
  /** The id of a text; a new id for a new text. */
  add(text: string): number;
  find(text: string): number | undefined;
  getText(id: number): string;
};

export const createDictionary = (): Dictionary => {
  const ids = new Map<string, number>();
  const texts: string[] = [];
  return {
    get size() {
      return texts.length;
    },
    add(text) {
      const known = ids.get(text);
      if (known !== undefined) return known;
      ids.set(text, texts.length);
      return texts.push(text) - 1;
    },
    find: (text) => ids.get(text),
    getText: (id) => texts[id] ?? '',
  };
};
