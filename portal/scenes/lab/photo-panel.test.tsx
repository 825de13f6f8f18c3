import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import { show as showElement } from '../../testing/open-page.tsx';
import { spanRegion, writeRegion } from './lab-photo.ts';
import { PhotoPanel } from './photo-panel.tsx';

const photo = { name: 'coat.jpg', address: 'data:,', data: '', width: 4, height: 4 };
const middle = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
const explain = {
  regions: [
    { x: 0, y: 0, width: 1, height: 1, sharpness: 0.1, used: false, cutOut: false },
    { ...middle, sharpness: 0.3, used: true, cutOut: false },
    { ...middle, sharpness: 0.2, used: false, cutOut: true },
  ],
  predicted: [
    { field: 'category', value: 'Women/Coats', confidence: 0.8, used: true },
    { field: 'brand', value: 'Acme', confidence: 0.3, used: false },
  ],
} as unknown as NonNullable<WireImageSearchResult['explain']>;

const show = (region: string) => {
  const onChange = vi.fn();
  showElement(
    <PhotoPanel
      photo={photo}
      question={{ region, words: '' }}
      onChange={onChange}
      explain={explain}
      facets={null}
    />,
  );
  return onChange;
};

describe('the photo of the lab', () => {
  it('lists the parts that were tried, and searches for the one that is picked', () => {
    const onChange = show('auto');
    const parts = within(screen.getByRole('list', { name: 'Parts that were tried' }));
    expect(parts.getByRole('button', { current: true }).textContent).toContain('Part 1');
    expect(parts.getByRole('button', { name: 'The product without its background' })).toBeTruthy();
    fireEvent.click(parts.getByRole('button', { name: 'The whole photo' }));
    expect(onChange).toHaveBeenCalledWith({ region: '0,0,1,1', words: '' });
  });

  it('says what the product is taken for, and what that requires', () => {
    show('auto');
    expect(screen.getByText('category: Women/Coats (80 % sure)')).toBeTruthy();
    expect(screen.getByText('brand: perhaps Acme (30 % sure), so it requires nothing')).toBeTruthy();
  });

  it('goes back to finding the product by itself', () => {
    const onChange = show('0,0,0.5,0.5');
    fireEvent.click(screen.getByRole('button', { name: 'Find the product by itself' }));
    expect(onChange).toHaveBeenCalledWith({ region: 'auto', words: '' });
  });
});

describe('a part that is drawn', () => {
  it('is the rectangle between two points in any direction, inside of the photo', () => {
    const region = spanRegion({ x: 1.2, y: 0.75 }, { x: 0.5, y: 0.25 });
    expect(region).toEqual({ x: 0.5, y: 0.25, width: 0.5, height: 0.5 });
    expect(region && writeRegion(region)).toBe('0.5,0.25,0.5,0.5');
  });

  it('is none where it is too small', () => {
    expect(spanRegion({ x: 0.5, y: 0.5 }, { x: 0.51, y: 0.9 })).toBeNull();
  });
});
