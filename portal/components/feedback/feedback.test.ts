import { createElement } from 'react';
import { Boxes } from 'lucide-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { attributesOf, render, textOf } from '../../testing/render.ts';
import { FormError } from './form-error.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { QueryView } from './query-view.tsx';
import { EmptyState, ErrorState, LoadingState } from './states.tsx';
import { ToastProvider } from './toast.tsx';

const gone = new ApiError(404, { reason: 'not-there', requestId: 'r-77' }, null);

describe('ErrorState', () => {
  it('says what failed in the language of the operator, with the id of the request', () => {
    expect(textOf(render(createElement(ErrorState, { error: gone })))).toContain(
      'This is not there any more',
    );
    expect(textOf(render(createElement(ErrorState, { error: gone }), 'de'))).toContain(
      'Das gibt es nicht mehr',
    );
    expect(textOf(render(createElement(ErrorState, { error: gone })))).toContain('Request r-77');
  });

  it('offers to try again only where somebody can', () => {
    const retry = { error: new TypeError('offline'), onRetry: () => undefined };
    expect(textOf(render(createElement(ErrorState, retry)))).toContain('Try again');
    expect(render(createElement(ErrorState, { error: gone }))).not.toContain('<button');
  });
});

describe('FormError', () => {
  it('is an alert with the words of the fault, and nothing without one', () => {
    expect(render(createElement(FormError, { error: gone }))).toContain('role="alert"');
    expect(render(createElement(FormError, { error: null }))).toBe('');
  });
});

describe('LoadingState and EmptyState', () => {
  it('a page that loads has a row for each that is expected, and says that it loads', () => {
    const markup = render(createElement(LoadingState, { rows: 3 }));
    expect(textOf(markup)).toContain('Loading');
    expect(markup.match(/aria-hidden/g)?.length ?? 0).toBeGreaterThanOrEqual(3);
  });

  it('an empty page has a heading of the level that the page needs', () => {
    const empty = (heading?: 'h1' | 'h2') =>
      render(
        createElement(EmptyState, {
          icon: Boxes,
          title: 'None',
          body: 'Yet.',
          ...(heading ? { heading } : {}),
        }),
      );
    expect(empty()).toContain('<h2');
    expect(empty('h1')).toContain('<h1');
  });
});

describe('QueryView', () => {
  const view = (query: Partial<UseQueryResult<string>>) =>
    render(
      createElement(QueryView<string>, {
        query: { data: undefined, isError: false, error: null, refetch: () => undefined, ...query } as never,
        children: (data) => `loaded ${data}`,
      }),
    );

  it('shows that data is loading, then the data', () => {
    expect(textOf(view({}))).toContain('Loading');
    expect(view({ data: 'boxes' })).toBe('loaded boxes');
  });

  it('shows the error when nothing was ever loaded', () => {
    expect(textOf(view({ isError: true, error: gone }))).toContain('This is not there any more');
  });

  it('keeps what was loaded when loading again fails, and says so', () => {
    const text = textOf(view({ data: 'boxes', isError: true, error: gone }));
    expect(text).toContain('loaded boxes');
    expect(text).toContain('This may be out of date');
  });

  it('shows data that is empty or false as data', () => {
    expect(view({ data: '' })).toBe('loaded ');
  });
});

describe('ProgressBar', () => {
  const bar = (value: number | null) => render(createElement(ProgressBar, { label: 'Pictures', value }));

  it('says how far it is, never beyond the end', () => {
    expect(attributesOf(bar(0.42), 'aria-valuenow')).toEqual(['42']);
    expect(attributesOf(bar(1.5), 'style')).toEqual(['width:100%']);
  });

  it('claims no value while the end is unknown', () => {
    expect(bar(null)).not.toContain('aria-valuenow');
  });
});

describe('ToastProvider', () => {
  it('has a live region from the start, so that the first message is announced', () => {
    expect(render(createElement(ToastProvider, { children: 'page' }))).toContain('role="status"');
  });
});
