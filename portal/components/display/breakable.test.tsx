// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Breakable } from './breakable.tsx';

const draw = (text: string): string => render(<Breakable text={text} />).container.innerHTML;

describe('an address that may break', () => {
  it.each([
    ['anna@shop.example', 'anna@<wbr>shop.<wbr>example'],
    ['https://shop.example:8443', 'https://<wbr>shop.<wbr>example:<wbr>8443'],
    ['/pictures/a-1.png', '/<wbr>pictures/<wbr>a-<wbr>1.<wbr>png'],
    ['https://shop.example/p?id=1', 'https://<wbr>shop.<wbr>example/<wbr>p?<wbr>id=<wbr>1'],
    ['https://shop.example/', 'https://<wbr>shop.<wbr>example/'],
    ['--..', '--..'],
    ['leather', 'leather'],
    ['', ''],
  ])('%s breaks between its parts', (text, expected) => {
    expect(draw(text)).toBe(expected);
  });

  it('says the same text, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { container, unmount } = render(<Breakable text={text} />);
        const shown = container.textContent;
        unmount();
        return shown === text;
      }),
      { numRuns: 200 },
    );
  });
});
