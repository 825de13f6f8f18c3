import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeDocsSite } from './build-docs.ts';

const folder = mkdtempSync(join(tmpdir(), 'kindred-site-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a host without a program answers for an address: a file, or the index of a folder. */
const findFile = (address: string): string | null => {
  const [path = ''] = address.split('#', 1);
  const file = join(folder, path);
  if (existsSync(join(file, 'index.html'))) return join(file, 'index.html');
  return /\.[a-z0-9]+$/.test(path) && existsSync(file) ? file : null;
};

describe('the docs as a static site', () => {
  it('have every page, picture, style and document that a page of them names, and no link to a portal', () => {
    const pages = writeDocsSite(folder).filter((name) => name.endsWith('.html'));
    expect(pages).toContain('docs/guides/first-catalogue/index.html');
    expect(pages.length).toBeGreaterThan(15);
    const missing = pages.flatMap((page) => {
      const html = readFileSync(join(folder, page), 'utf8');
      const named = [...html.matchAll(/ (?:href|src)="(\/[^"]*)"/g)].map(([, address = '']) => address);
      return named.filter((address) => findFile(address) === null).map((address) => `${page}: ${address}`);
    });
    expect(missing).toEqual([]);
    expect(readFileSync(join(folder, 'docs/api/index.html'), 'utf8')).not.toContain('href="/portal"');
  });

  it('can be searched', () => {
    writeDocsSite(folder);
    const index = JSON.parse(readFileSync(join(folder, 'docs/search.json'), 'utf8')) as { address: string }[];
    expect(index.filter(({ address }) => findFile(address) === null)).toEqual([]);
    expect(index.length).toBeGreaterThan(100);
  });
});
