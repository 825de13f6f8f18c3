import { describe, expect, it } from 'vitest';
import { readLock, root } from '../installed-packages.js';
import { listRefusedLicences } from './licences.ts';

describe('licences of packages', () => {
  it('are all agreed to', () => {
    const { packages } = readLock(root);
    expect(Object.keys(packages).length).toBeGreaterThan(500);
    expect(listRefusedLicences(packages)).toEqual([]);
  });

  it.each([
    ['GPL-3.0', true, 'a: GPL-3.0'],
    ['MPL-2.0', true, undefined],
    ['MPL-2.0', false, 'a: MPL-2.0'],
    ['LGPL-3.0-or-later', false, 'a: LGPL-3.0-or-later'],
    ['(MIT OR GPL-3.0)', false, undefined],
    ['MIT AND GPL-3.0', false, 'a: MIT AND GPL-3.0'],
    [undefined, false, 'a: unknown'],
  ])('%s of a package (only for development: %s) is refused by name: %s', (license, dev, expected) => {
    const locked = license === undefined ? { dev } : { dev, license };
    expect(listRefusedLicences({ 'node_modules/b/node_modules/a': locked })[0]).toBe(expected);
  });

  it('of a program for another platform is that of its package', () => {
    const tool = { license: 'GPL-3.0', dev: true, optionalDependencies: { 'tool-win': '1' } };
    expect(
      listRefusedLicences({ 'node_modules/tool-win': { dev: true }, 'node_modules/tool': tool }),
    ).toEqual(['tool-win: GPL-3.0', 'tool: GPL-3.0']);
  });
});
