import type { FaultPage } from '../../api/types.ts';
import type { Translate } from '../../texts/text.ts';

type Fault = Pick<FaultPage['faults'][number], 'reason' | 'cause'>;

const fieldTexts = {
  identifier: 'faultField.identifier',
  name: 'faultField.name',
  displayText: 'faultField.name',
  address: 'faultField.address',
  url: 'faultField.address',
  price: 'faultField.price',
} as const;

const isField = (word: string): word is keyof typeof fieldTexts => Object.hasOwn(fieldTexts, word);

/** Names of fields become words; what a feed says is left as it is. */
const nameFields = (t: Translate, { kind, value }: Fault['cause']): string => {
  const nameField = (word: string): string => (isField(word) ? t(fieldTexts[word]) : word);
  const text = value ?? '–';
  if (kind === 'no-value') return text.split(', ').map(nameField).join(', ');
  if (kind === 'no-column')
    return text.replaceAll(/its (\w+) \(field \w+\)/g, (_, word: string) => nameField(word));
  return kind === 'unreadable-value' ? text.replace(/^\w+/, nameField) : text;
};

/** Why a row or a picture is missing, in the language of the page. */
export const describeFault = (t: Translate, { reason, cause }: Fault): string =>
  cause.kind === 'other' ? reason : t(`faultCause.${cause.kind}`, { value: nameFields(t, cause) });
