import { ApiError, type FieldFaultAnswer, type FaultReasonAnswer } from '../../api/api-error.ts';
import type { PlainKey, TranslateFault, Translate } from '../../texts/text.ts';
import { useText } from '../../texts/text-context.tsx';

/** Labels of the settings that can be invalid, by their name in the API. */
const labels: Readonly<Record<string, PlainKey>> = {
  name: 'campaign.name',
  url: 'source.url',
  schedule: 'source.schedule',
  pageSize: 'box.pageSize',
  maximumPageSize: 'box.maximumPageSize',
  candidates: 'box.candidates',
  cacheControl: 'box.cacheControl',
  exclude: 'box.exclude',
  filter: 'promotion.filter',
  from: 'common.from',
  until: 'common.until',
  promotions: 'promotion.rules',
  contents: 'banner.contents',
  identifiers: 'ads.label',
  question: 'tiles.question',
  text: 'tiles.text',
};

/** `$.source.url` → the label of the address; a setting without a label is named by its path. */
const settingLabel = (t: Translate, path: string): string => {
  const label = labels[/\w+$/.exec(path)?.[0] ?? ''];
  return label === undefined ? path.replace(/^\$\.?/, '') : t(label);
};

/** The text of the portal for a reason, else the message of the service. */
export const reasonText = (
  translateFault: TranslateFault,
  detail: FaultReasonAnswer | null,
  said: string,
): string => (detail && translateFault(`fault.${detail.reason}`, detail.values ?? {})) ?? said;

const fieldFaultText = (
  t: Translate,
  translateFault: TranslateFault,
  { path, message, reason, values = {} }: FieldFaultAnswer,
): string => {
  const said = reasonText(translateFault, reason ? { reason, values } : null, message);
  return [settingLabel(t, path), said].filter(Boolean).join(': ');
};

/** The text of the portal where it has one, else message and next step of the service. */
export const faultText = (t: Translate, translateFault: TranslateFault, error: unknown): string => {
  if (!(error instanceof ApiError)) return t('error.offline');
  const { reason, values = {} } = error.fault;
  const said = reason ? translateFault(`fault.${reason}`, values) : null;
  if (said === null) return [error.message, error.nextStep].filter(Boolean).join(' ');
  if (reason !== 'invalid') return said;
  return `${said} ${error.fieldFaults.map((flaw) => fieldFaultText(t, translateFault, flaw)).join('; ')}`;
};

/** Describes an error for the operator. */
export const useFaultText = (): ((error: unknown) => string) => {
  const { t, translateFault } = useText();
  return (error) => faultText(t, translateFault, error);
};
