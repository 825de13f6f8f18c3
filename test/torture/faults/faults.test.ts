import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programs } from '../programs.ts';
import { injectedFaults } from './faults.ts';

const root = join(import.meta.dirname, '..', '..', '..');

describe('the faults that the torture must catch', () => {
  it.each(injectedFaults)('$name can be put into $file', ({ file, search, replace, program }) => {
    const source = readFileSync(join(root, file), 'utf8');
    expect(source.split(search)).toHaveLength(2);
    expect(replace).not.toBe(search);
    expect(programs.map(({ name }) => name)).toContain(program);
  });

  it('are named each once', () => {
    expect(new Set(injectedFaults.map(({ name }) => name)).size).toBe(injectedFaults.length);
  });

  it.each(programs)('has one that $name must catch', ({ name }) => {
    expect(injectedFaults.map(({ program }) => program)).toContain(name);
  });

  it('are listed in the docs, each beside the program that must catch it', () => {
    const page = readFileSync(join(root, 'docs', 'reliability.md'), 'utf8');
    const [, section = ''] = page.split('\n## Faults\n');
    const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([\w-]+)`.*\| `([\w-]+)` +\|$/gm)];
    expect(rows.map(([, name, program]) => [name, program])).toEqual(
      injectedFaults.map(({ name, program }) => [name, program]),
    );
    expect(section).toContain(`puts ${injectedFaults.length} faults`);
  });
});
