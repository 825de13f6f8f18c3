import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../openapi/openapi.ts';
import { productDataDocument } from '../../product-data/openapi.ts';
import { buildSite } from './build-site.ts';
import { createSite } from './site-in-thread.ts';

describe('the site that a thread builds', () => {
  let folder: string;
  const documents = { service: openApiDocument(), productData: productDataDocument() };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kindred-docs-'));
    writeFileSync(join(folder, 'storefront.md'), '# Elements\n\nTwo elements.\n\n## Styling\n\nWith parts.');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is what is built without one, and is built once', async () => {
    const site = createSite({ folder, ...documents });
    const [first, second] = await Promise.all([site(), site()]);
    expect(first).toEqual(buildSite({ folder, ...documents }));
    expect(second).toBe(first);
    expect(first.pages.get('storefront')?.content).toContain('<h2 id="styling">');
  });

  it('is tried again after a failure', async () => {
    const site = createSite({ folder: 7 as never, ...documents });
    const first = site();
    await expect(first).rejects.toThrow();
    const second = site();
    expect(second).not.toBe(first);
    await expect(second).rejects.toThrow();
  });
});
