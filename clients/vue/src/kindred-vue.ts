import {
  type AllowedComponentProps,
  defineComponent,
  h,
  onMounted,
  type PropType,
  type SetupContext,
  type VNodeProps,
} from 'vue';
import type {
  ElementTexts,
  ErrorDetail,
  LoadDetail,
  LookAlikesAttributes,
  PhotoSearchAttributes,
  RedirectDetail,
  RelatedKeywordsAttributes,
  SelectDetail,
} from '../../../storefront/model/attributes.ts';
import { loadElements, toAttributes } from '../../shared/list-element.ts';

/** The name of a property in Vue: `heading-level` is `headingLevel`. `key` is Vue's own, so it is `apiKey` here. */
type PropName<Name> = Name extends 'key' ? 'apiKey' : Name extends 'heading-level' ? 'headingLevel' : Name;
type Props<Attributes> = { [Name in keyof Attributes as PropName<Name>]: Attributes[Name] };
type Options<Attributes> = {
  [Name in keyof Props<Attributes>]-?: {
    type: PropType<NonNullable<Props<Attributes>[Name]>>;
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
  texts: { type: [Object, String] as PropType<ElementTexts | string>, default: undefined },
  shopper: text,
  consent: { type: String as PropType<'granted' | 'denied'>, default: undefined },
  timeout: amount,
  verbose: flag,
};
const photoSearchProps = {
  ...common,
  pattern: text,
  filter: text,
  exclude: text,
  currency: text,
  facets: flag,
} satisfies Options<PhotoSearchAttributes>;
const lookAlikesProps = {
  ...photoSearchProps,
  identifier: text,
  explain: flag,
} satisfies Options<LookAlikesAttributes>;
const relatedKeywordsProps = { ...common, pattern: text } satisfies Options<RelatedKeywordsAttributes>;

/** What the shop hears of a list. `event.preventDefault()` cancels a selection or a redirect. */
const emits = {
  select: (_event: CustomEvent<SelectDetail>) => true,
  redirect: (_event: CustomEvent<RedirectDetail>) => true,
  error: (_event: CustomEvent<ErrorDetail>) => true,
  load: (_event: CustomEvent<LoadDetail>) => true,
};
type Listeners = {
  onSelect?: (event: CustomEvent<SelectDetail>) => void;
  onRedirect?: (event: CustomEvent<RedirectDetail>) => void;
  onError?: (event: CustomEvent<ErrorDetail>) => void;
  onLoad?: (event: CustomEvent<LoadDetail>) => void;
};

/** Written out: what `defineComponent` returns has other type parameters in each version of Vue. */
type ListComponent<Attributes> = new () => {
  $props: Props<Attributes> & Listeners & AllowedComponentProps & VNodeProps;
  /** A `<template>` for the items, or texts for the slots of the element. */
  $slots: { default?: () => unknown };
};

const createListeners = (emit: SetupContext<typeof emits>['emit']) => ({
  'on:kindred:select': (event: CustomEvent<SelectDetail>) => emit('select', event),
  'on:kindred:redirect': (event: CustomEvent<RedirectDetail>) => emit('redirect', event),
  'on:kindred:error': (event: CustomEvent<ErrorDetail>) => emit('error', event),
  'on:kindred:load': (event: CustomEvent<LoadDetail>) => emit('load', event),
});

/** Products that look like one product. */
export const LookAlikes = defineComponent({
  name: 'KindredLookAlikes',
  props: lookAlikesProps,
  emits,
  setup: (props, { emit, slots }) => {
    onMounted(() => loadElements(props.base));
    return () =>
      h('kindred-look-alikes', { ...toAttributes(props), ...createListeners(emit) }, slots['default']?.({}));
  },
}) as unknown as ListComponent<LookAlikesAttributes>;

/** A search by picture: camera or file, a part of the photo, and what looks like it. */
export const PhotoSearch = defineComponent({
  name: 'KindredPhotoSearch',
  props: photoSearchProps,
  emits,
  setup: (props, { emit, slots }) => {
    onMounted(() => loadElements(props.base));
    return () =>
      h('kindred-photo-search', { ...toAttributes(props), ...createListeners(emit) }, slots['default']?.({}));
  },
}) as unknown as ListComponent<PhotoSearchAttributes>;

/** Keywords related to a search text. */
export const RelatedKeywords = defineComponent({
  name: 'KindredRelatedKeywords',
  props: relatedKeywordsProps,
  emits,
  setup: (props, { emit, slots }) => {
    onMounted(() => loadElements(props.base));
    return () =>
      h(
        'kindred-related-keywords',
        { ...toAttributes(props), ...createListeners(emit) },
        slots['default']?.({}),
      );
  },
}) as unknown as ListComponent<RelatedKeywordsAttributes>;
