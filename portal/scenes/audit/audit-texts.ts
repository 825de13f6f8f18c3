import { audit as words } from '../../texts/en/audit.ts';
import type { Translate } from '../../texts/text.ts';

type Word = keyof typeof words;

const isWord = (key: string): key is Exclude<Word, 'audit.did'> => key in words && key !== 'audit.did';

type Entry = { readonly action: string; readonly before?: unknown; readonly after?: unknown };

/** A catalogue and search terms are both a dataset, in the words of the log. */
const findNoun = ({ action, before, after }: Entry): string => {
  const [noun = ''] = action.split('.');
  const { kind } = (after ?? before ?? {}) as { kind?: unknown };
  return noun === 'dataset' && (kind === 'products' || kind === 'keywords')
    ? `audit.value.${kind}`
    : `audit.what.${noun}`;
};

/** The text for `campaign.create`. An action without a text is shown as stored. */
export const actionText = (t: Translate, entry: Entry): string => {
  const { action } = entry;
  const [, verb = ''] = action.split('.');
  const [what, done] = [findNoun(entry), `audit.done.${verb}`];
  return isWord(what) && isWord(done) ? t('audit.did', { what: t(what), done: t(done) }) : action;
};

/** `campaign Spring sale` without its first word, which the action already names. */
export const subjectText = (subject: string): string => {
  const [noun = ''] = subject.split(' ', 1);
  return isWord(`audit.what.${noun}`) ? subject.slice(noun.length + 1) : subject;
};

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** `pageSize` as people read it; a field without a text in words of its own. */
const partText = (t: Translate, part: string): string => {
  const known: string = `audit.field.${part}`;
  return isWord(known)
    ? t(known)
    : part.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
};

/** `effect › url` as people read it. */
export const fieldText = (t: Translate, field: string): string =>
  field
    .split(' › ')
    .map((part) => partText(t, part))
    .join(' › ');

/** A value before or after: a time and a word of ours as people read them. A name is kept. */
export const valueText = (
  { t, time }: { t: Translate; time: (iso: string) => string },
  value: string | null,
  field = '',
): string => {
  if (value === null) return '–';
  if (instant.test(value) && !Number.isNaN(Date.parse(value))) return time(value);
  const known = `audit.value.${value}`;
  return isWord(known) && !/name$/i.test(field) ? t(known) : value;
};
