/** One search as a shopper's browser sent it. `acted`: something was clicked for exactly this text. */
export type TypedSearch = { readonly text: string; readonly at: number; readonly acted: boolean };

const halfTypedDefaults = {
  /** A shopper who reads the results before typing on takes longer than this. */
  withinMs: 5_000,
} as const;

/**
 * Search-as-you-type sends `g`, `go`, `gol`, `gold`; only the last is a real search. `searches` are those of one
 * shopper, by time; the result says for each whether it was half typed.
 */
export const findHalfTyped = (
  searches: readonly TypedSearch[],
  withinMs: number = halfTypedDefaults.withinMs,
): boolean[] =>
  searches.map((search, index) => {
    const next = searches[index + 1];
    if (next === undefined || search.acted || next.at - search.at > withinMs) return false;
    const [typed, whole] = [search.text.trim().toLowerCase(), next.text.trim().toLowerCase()];
    return whole.length > typed.length && whole.startsWith(typed);
  });
