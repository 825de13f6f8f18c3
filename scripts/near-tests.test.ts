import { describe, expect, it } from 'vitest';
import { listNearTests } from './near-tests.ts';

const sources: Readonly<Record<string, string>> = {
  'src/price.ts': '',
  'src/offer.ts': "import { price } from './price.ts';",
  'src/offer.test.ts': "import { offer } from './offer.ts';",
  'src/shop.ts': "import { offer } from './offer.ts';\nconst other = await import('./lazy.ts');",
  'src/lazy.ts': "import type { Price } from './price.ts';",
  'src/shop.test.ts': "import { shop } from './shop.ts';",
  'test/whole.test.tsx': "import {\n  shop,\n} from '../src/shop.ts';",
  'src/alone.ts': '',
};
const near = (...changed: string[]): string[] =>
  listNearTests(changed, Object.keys(sources), (file) => sources[file] ?? '');

describe('the tests near a change', () => {
  it('are those that import the file', () => {
    expect(near('src/offer.ts')).toEqual(['src/offer.test.ts']);
    expect(near('src/shop.ts')).toEqual(['src/shop.test.ts', 'test/whole.test.tsx']);
  });

  it('are those of what imports it, where no test imports it', () => {
    expect(near('src/price.ts')).toEqual(['src/offer.test.ts']);
    expect(near('src/lazy.ts')).toEqual(['src/shop.test.ts', 'test/whole.test.tsx']);
  });

  it('include a test that was changed itself, and each of them once', () => {
    expect(near('src/offer.test.ts', 'src/offer.ts')).toEqual(['src/offer.test.ts']);
  });

  it('are none for a file that nothing imports', () => {
    expect(near('src/alone.ts', 'README.md')).toEqual([]);
  });
});
