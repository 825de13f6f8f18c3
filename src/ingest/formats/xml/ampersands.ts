const tokens = /<!\[CDATA\[|\]\]>|&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,30});)/gi;

/** What the end of a chunk may split: an entity, or the start or end of a CDATA section. */
const cutPart = /(?:&[^;]{0,39}|<(?:!(?:\[[CDAT]{0,5})?)?|\]{1,2})$/;
const cutLength = 40;

const linesIn = (text: string): number => text.split('\n').length - 1;

/**
 * Shops write `H&M` and `?a=1&b=2` unescaped. Escapes a bare `&` for the parser, except in CDATA, where it is
 * valid.
 */
export const createAmpersandRepair = () => {
  let rest = '';
  let linesBefore = 0;
  let inCdata = false;
  let first: { readonly line: number; isReported: boolean } | null = null;
  const repair = (text: string): string => {
    const repaired = text.replace(tokens, (part, at: number) => {
      if (part !== '&') inCdata = part !== ']]>';
      if (part !== '&' || inCdata) return part;
      first ??= { line: 1 + linesBefore + linesIn(text.slice(0, at)), isReported: false };
      return '&amp;';
    });
    linesBefore += linesIn(text);
    return repaired;
  };
  return {
    add(text: string): string {
      const whole = rest + text;
      rest = cutPart.exec(whole.slice(-cutLength))?.[0] ?? '';
      return repair(whole.slice(0, whole.length - rest.length));
    },
    end: (): string => repair(rest),
    /** The line of the first repaired `&`, once; null if there is none or it was returned before. */
    takeFirst(): number | null {
      if (first === null || first.isReported) return null;
      first.isReported = true;
      return first.line;
    },
  };
};
