import { audit as words } from '../../texts/en/audit.ts';
import type { Translate } from '../../texts/text.ts';

type Word = keyof typeof words;

const isWord = (key: string): key is Exclude<Word, 'audit.did'> => key in words && key !== 'audit.did';

/** The text for `campaign.create`. An action without a text is shown as stored. */
export const actionText = (t: Translate, action: string): string => {
  const [noun = '', verb = ''] = action.split('.');
  const [what, done] = [`audit.what.${noun}`, `audit.done.${verb}`];
  return isWord(what) && isWord(done) ? t('audit.did', { what: t(what), done: t(done) }) : action;
};

/** `campaign Spring sale` without its first word, which the action already names. */
export const subjectText = (subject: string): string => {
  const [noun = ''] = subject.split(' ', 1);
  return isWord(`audit.what.${noun}`) ? subject.slice(noun.length + 1) : subject;
};

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A value before or after: a time as people read it. */
export const valueText = (time: (iso: string) => string, value: string | null): string =>
  value !== null && instant.test(value) && !Number.isNaN(Date.parse(value)) ? time(value) : (value ?? '–');
