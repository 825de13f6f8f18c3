import { describe, expect, it } from 'vitest';
import { findSignedOutPage, signInAddress } from './address.ts';

const next = (search: string): string | undefined => {
  const page = findSignedOutPage({ pathname: '/portal/sign-in', search });
  return page?.page === 'sign-in' ? page.next : undefined;
};

describe('findSignedOutPage', () => {
  it('finds the pages before signing in, and no other', () => {
    expect(findSignedOutPage({ pathname: '/portal/set-up/abc', search: '' })).toEqual({
      page: 'set-up',
      token: 'abc',
    });
    expect(findSignedOutPage({ pathname: '/portal/invitation/a%2Fb', search: '' })).toEqual({
      page: 'invitation',
      token: 'a/b',
    });
    expect(findSignedOutPage({ pathname: '/portal/demo/boxes', search: '' })).toBeNull();
    expect(findSignedOutPage({ pathname: '/portal/', search: '' })).toBeNull();
  });

  it('returns to the requested page after signing in', () => {
    const address = new URL(signInAddress('/portal/demo/boxes/similar?tab=facets'), 'http://localhost');
    expect(next(address.search)).toBe('/portal/demo/boxes/similar?tab=facets');
  });

  it('never redirects out of the portal', () => {
    const hostile = [
      'https://evil.example',
      '//evil.example',
      '/portal.evil.example',
      '/portalx',
      'javascript:alert(1)',
      '/\\evil.example',
    ];
    expect(hostile.map((address) => next(`?next=${encodeURIComponent(address)}`))).toEqual(
      hostile.map(() => '/portal/'),
    );
  });
});
