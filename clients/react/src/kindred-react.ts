'use client';

import {
  createElement,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import type {
  ErrorDetail,
  LoadDetail,
  LookAlikesAttributes,
  PhotoSearchAttributes,
  RedirectDetail,
  RelatedKeywordsAttributes,
  SelectDetail,
} from '../../../storefront/model/attributes.ts';
import { loadElements, toAttributes } from '../../shared/list-element.ts';

/** What the shop hears of a list. `event.preventDefault()` cancels a selection or a redirect. */
type Handlers = {
  readonly onSelect?: (event: CustomEvent<SelectDetail>) => void;
  readonly onRedirect?: (event: CustomEvent<RedirectDetail>) => void;
  readonly onError?: (event: CustomEvent<ErrorDetail>) => void;
  readonly onLoad?: (event: CustomEvent<LoadDetail>) => void;
};

/** The attributes of an element. `key` is React's own, so the key of the service is `apiKey`. */
type Props<Attributes> = Omit<Attributes, 'key' | 'heading-level'> &
  Handlers & {
    readonly apiKey: string;
    readonly headingLevel?: 1 | 2 | 3 | 4 | 5 | 6;
    readonly className?: string;
    /** A `<template>` for the items, or texts for the slots `loading`, `empty` and `error`. */
    readonly children?: ReactNode;
  };

export type LookAlikesProps = Props<LookAlikesAttributes>;
export type PhotoSearchProps = Props<PhotoSearchAttributes>;
export type RelatedKeywordsProps = Props<RelatedKeywordsAttributes>;

/** Before the browser paints. On a server nothing runs, and React 18 warns of `useLayoutEffect`. */
const useEarlyEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

const useListElement = (tag: string, props: Props<LookAlikesAttributes>): ReactElement => {
  const { className, children, onSelect, onRedirect, onError, onLoad, ...rest } = props;
  const ref = useRef<HTMLElement>(null);

  useListener(ref, 'kindred:select', onSelect);
  useListener(ref, 'kindred:redirect', onRedirect);
  useListener(ref, 'kindred:error', onError);
  useListener(ref, 'kindred:load', onLoad);
  useEffect(() => loadElements(rest.base), [rest.base]);

  return createElement(tag, { ref, ...toAttributes({ ...rest, class: className }) }, children);
};

/** Before the first event: an element that is defined asks for its list right after it was inserted. */
const useListener = <Detail>(
  ref: RefObject<HTMLElement | null>,
  name: string,
  handler: ((event: CustomEvent<Detail>) => void) | undefined,
): void => {
  useEarlyEffect(() => {
    const element = ref.current;
    if (element === null || handler === undefined) return undefined;
    const listener = handler as EventListener;
    element.addEventListener(name, listener);
    return () => element.removeEventListener(name, listener);
  }, [ref, name, handler]);
};

/** Products that look like one product. */
export const LookAlikes = (props: LookAlikesProps): ReactElement =>
  useListElement('kindred-look-alikes', props);

/** A search by picture: camera or file, a part of the photo, and what looks like it. */
export const PhotoSearch = (props: PhotoSearchProps): ReactElement =>
  useListElement('kindred-photo-search', props);

/** Keywords related to a search text. */
export const RelatedKeywords = (props: RelatedKeywordsProps): ReactElement =>
  useListElement('kindred-related-keywords', props);
