const parts = /<!\[CDATA\[|\]\]>|&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,30});)/gi;

/** What the end of a chunk may cut: a reference, or the beginning or the end of a CDATA section. */
const cutPart = /(?:&[^;]{0,39}|<(?:!(?:\[[CDAT]{0,5})?)?|\]{1,2})$/;
const cutLength = 40;

const linesIn = (text: string): number => text.split('\n').length - 1;

/** Shops write `H&M` and `?a=1&b=2` unescaped. A bare `&` is escaped before the parser sees it; in CDATA it is right. */
export const createAmpersandRepair = () => {
  let held = '';
  let linesBefore = 0;
  let inCdata = false;
  let first: { readonly line: number; told: boolean } | null = null;
  const repair = (text: string): string => {
    const repaired = text.replace(parts, (part, at: number) => {
      if (part !== '&') inCdata = part !== ']]>';
      if (part !== '&' || inCdata) return part;
      first ??= { line: 1 + linesBefore + linesIn(text.slice(0, at)), told: false };
      return '&amp;';
    });
    linesBefore += linesIn(text);
    return repaired;
  };
  return {
    add(text: string): string {
      const whole = held + text;
      held = cutPart.exec(whole.slice(-cutLength))?.[0] ?? '';
      return repair(whole.slice(0, whole.length - held.length));
    },
    end: (): string => repair(held),
    /** The line of the first one that was escaped; null when there is none, or it has been told. */
    takeFirst(): number | null {
      if (first === null || first.told) return null;
      first.told = true;
      return first.line;
    },
  };
};
