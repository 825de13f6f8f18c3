import { defineComponent, h, onMounted, type PropType, type SetupContext, type SlotsType } from 'vue';
import type {
  ErrorDetail,
  LoadDetail,
  LookAlikesAttributes,
  RedirectDetail,
  RelatedKeywordsAttributes,
  SelectDetail,
} from '../../../storefront/model/attributes.ts';
import { loadElements } from './load-elements.ts';

/** The name of a property in Vue: `heading-level` is `headingLevel`. `key` is Vue's own, so it is `apiKey` here. */
type PropName<Name extends string> = Name extends 'key'
  ? 'apiKey'
  : Name extends 'heading-level'
    ? 'headingLevel'
    : Name;
type PropsOf<Attributes> = {
  [Name in keyof Attributes & string as PropName<Name>]-?: {
    type: PropType<NonNullable<Attributes[Name]>>;
    default?: undefined;
  };
};

const text = { type: String, default: undefined } as const;
const flag = { type: Boolean, default: undefined } as const;
const amount = { type: [Number, String] as PropType<number | string>, default: undefined };

const common = {
  tracker: text,
  apiKey: text,
  base: text,
  limit: amount,
  layout: { type: String as PropType<'grid' | 'carousel'>, default: undefined },
  heading: text,
  headingLevel: { type: Number as PropType<1 | 2 | 3 | 4 | 5 | 6>, default: undefined },
  lang: text,
  shopper: text,
  consent: { type: String as PropType<'granted' | 'denied'>, default: undefined },
  timeout: amount,
  verbose: flag,
};
const lookAlikesProps = {
  ...common,
  identifier: text,
  pattern: text,
  filter: text,
  exclude: text,
  currency: text,
  facets: flag,
  explain: flag,
} satisfies PropsOf<LookAlikesAttributes>;
const relatedKeywordsProps = { ...common, pattern: text } satisfies PropsOf<RelatedKeywordsAttributes>;

/** What the shop hears of a list. `event.preventDefault()` cancels a selection or a redirect. */
const emits = {
  select: (_event: CustomEvent<SelectDetail>) => true,
  redirect: (_event: CustomEvent<RedirectDetail>) => true,
  error: (_event: CustomEvent<ErrorDetail>) => true,
  load: (_event: CustomEvent<LoadDetail>) => true,
};

/** `^` makes Vue set an attribute, also for a name that it uses itself. */
const toAttributes = ({ apiKey, headingLevel, ...rest }: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries({ ...rest, key: apiKey, 'heading-level': headingLevel })
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([name, value]) => [`^${name}`, value === true ? '' : value]),
  );

const createListeners = (emit: SetupContext<typeof emits>['emit']) => ({
  'on:kindred:select': (event: CustomEvent<SelectDetail>) => emit('select', event),
  'on:kindred-redirect': (event: CustomEvent<RedirectDetail>) => emit('redirect', event),
  'on:kindred:error': (event: CustomEvent<ErrorDetail>) => emit('error', event),
  'on:kindred:load': (event: CustomEvent<LoadDetail>) => emit('load', event),
});

/** The default slot takes a `<template>` for the items, or texts for the slots of the element. */
const slots = Object as SlotsType<{ default: object }>;

/** Products that look like one product. */
export const LookAlikes = defineComponent({
  name: 'KindredLookAlikes',
  props: lookAlikesProps,
  emits,
  slots,
  setup: (props, { emit, slots: given }) => {
    onMounted(() => loadElements(props.base));
    return () =>
      h('kindred-look-alikes', { ...toAttributes(props), ...createListeners(emit) }, given.default?.({}));
  },
});

/** Keywords related to a search text. */
export const RelatedKeywords = defineComponent({
  name: 'KindredRelatedKeywords',
  props: relatedKeywordsProps,
  emits,
  slots,
  setup: (props, { emit, slots: given }) => {
    onMounted(() => loadElements(props.base));
    return () =>
      h(
        'kindred-related-keywords',
        { ...toAttributes(props), ...createListeners(emit) },
        given.default?.({}),
      );
  },
});
