import { ApiError, type FieldFaultAnswer, type FaultReasonAnswer } from '../../api/api-error.ts';
import type { PlainKey, TranslateFault, Translate } from '../../texts/text.ts';
import { useText } from '../../texts/text-context.tsx';

/** Labels of the settings that can be invalid, by the end of their path in the API. The first that fits is used. */
const labels: readonly (readonly [RegExp, PlainKey])[] = [
  [/redirect\.url$/, 'redirect.url'],
  [/when\.category$/, 'condition.category.label'],
  [/when\.brand$/, 'condition.brand.label'],
  [/when\.pattern$/, 'condition.pattern.label'],
  [/when\.price\b/, 'condition.price.label'],
  [/when\.results\b/, 'condition.results.label'],
  [/when\.attributes\b/, 'condition.attribute.label'],
  [/when\.identifiers\b/, 'condition.identifiers.label'],
  [/\bwhen$/, 'campaign.condition'],
  [/banner\.contents\b/, 'banner.contents'],
  [/banner\.position$/, 'position.legend'],
  [/ads\.identifiers\b/, 'ads.label'],
  [/\bquestion$/, 'tiles.question'],
  [/tiles\[\d+\]\.text$/, 'tiles.text'],
  [/tiles\[\d+\]\.filter$/, 'tiles.filter'],
  [/promotions\[\d+\]\.filter$/, 'promotion.group'],
  [/promotions\b/, 'promotion.rules'],
  [/\bpriority$/, 'campaign.priority'],
  [/\bshare$/, 'campaign.share'],
  [/\bweekdays\b/, 'campaign.schedule'],
  [/\bfrom$/, 'common.from'],
  [/\buntil$/, 'common.until'],
  [/\bbox$/, 'campaign.box'],
  [/\burl$/, 'source.url'],
  [/\bschedule$/, 'source.schedule'],
  [/\bmaximumPageSize$/, 'box.maximumPageSize'],
  [/\bpageSize$/, 'box.pageSize'],
  [/\bcandidates$/, 'box.candidates'],
  [/\bcacheControl$/, 'box.cacheControl'],
  [/\bexclude\b/, 'box.exclude'],
  [/\bstrategies\b/, 'box.tab.strategy'],
  [/\bfacets\b/, 'box.tab.facets'],
  [/\bmapping\b/, 'dataset.tab.mapping'],
  [/\bemail$/, 'members.email'],
  [/\btimeZone$/, 'settings.timeZone'],
  [/\bcurrency$/, 'settings.currency'],
  [/\bname$/, 'campaign.name'],
];

/** The label of a form for a path such as `$.source.url`. A path itself is never shown. */
const settingLabel = (t: Translate, path: string): string => {
  const label = labels.find(([pattern]) => pattern.test(path))?.[1];
  return t(label ?? 'form.setting');
};

/** The text of the portal for a reason, else the message of the service. */
export const reasonText = (
  translateFault: TranslateFault,
  detail: FaultReasonAnswer | null,
  said: string,
): string => (detail && translateFault(`fault.${detail.reason}`, detail.values ?? {})) ?? said;

/** What is wrong with one setting and what to enter, for the place beside its control. */
export const fieldFaultText = (
  t: Translate,
  translateFault: TranslateFault,
  { path, message, reason, values = {} }: FieldFaultAnswer,
): string => {
  const isEmpty = reason === 'missing' || (values['limit'] === 1 && /^too-(short|few)$/.test(reason ?? ''));
  // A condition, a banner or a tile can be taken away; a name cannot.
  if (isEmpty) return t(/\bwhen\.|\[\d+\]/.test(path) ? 'form.emptyPart' : 'form.empty');
  if (reason === 'does-not-fit' && /url$/.test(path)) return t('form.webAddress');
  return reasonText(translateFault, reason ? { reason, values } : null, message);
};

/** The text of the portal where it has one, else message and next step of the service. */
export const faultText = (t: Translate, translateFault: TranslateFault, error: unknown): string => {
  if (!(error instanceof ApiError)) return t('error.offline');
  const { reason, values = {} } = error.fault;
  const said = reason ? translateFault(`fault.${reason}`, values) : null;
  if (said === null) return [error.message, error.nextStep].filter(Boolean).join(' ');
  if (reason !== 'invalid') return said;
  const listed = error.fieldFaults.map(
    (fault) => `${settingLabel(t, fault.path)}: ${fieldFaultText(t, translateFault, fault)}`,
  );
  return `${said} ${listed.join(' · ')}`;
};

/** Describes an error for the operator. */
export const useFaultText = (): ((error: unknown) => string) => {
  const { t, translateFault } = useText();
  return (error) => faultText(t, translateFault, error);
};
