import { normalForm } from '../../../domain/normal-form.ts';

type Entry = { readonly text: string; readonly popularity: number };

/** Entries sorted by normal form. Of several with the same form the most popular is kept; one without any is dropped. */
export const selectEntries = <E extends Entry>(
  entries: Iterable<E>,
  language: string,
): { readonly form: string; readonly entry: E }[] => {
  const byForm = new Map<string, E>();
  for (const entry of entries) {
    const form = normalForm(entry.text, language);
    const known = byForm.get(form);
    if (form !== '' && (!known || entry.popularity > known.popularity)) byForm.set(form, entry);
  }
  return [...byForm].map(([form, entry]) => ({ form, entry })).sort((a, b) => (a.form < b.form ? -1 : 1));
};
