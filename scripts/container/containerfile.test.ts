import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCopy, parseInstructions, parseStages } from './containerfile.ts';

const root = join(import.meta.dirname, '..', '..');

describe('parseStages', () => {
  it('joins continued lines, skips comments, and names stages', () => {
    const text = '# note\nFROM a AS build\nRUN x \\\n  && y\n\nfrom b\nCOPY --from=build /app/dist dist\n';
    expect(parseStages(text)).toEqual([
      { name: 'build', base: 'a', steps: [{ name: 'RUN', text: 'x && y' }] },
      { name: '1', base: 'b', steps: [{ name: 'COPY', text: '--from=build /app/dist dist' }] },
    ]);
  });

  it('refuses a step before the first stage', () => {
    expect(() => parseStages('RUN x')).toThrow('RUN stands before the first FROM.');
  });
});

describe('parseCopy', () => {
  it.each([
    ['a b ./', { from: null, sources: ['a', 'b'], to: './' }],
    ['--from=build /app/dist dist', { from: 'build', sources: ['/app/dist'], to: 'dist' }],
  ])('reads %s', (text, expected) => {
    expect(parseCopy(text)).toEqual(expected);
  });
});

describe('the Containerfile', () => {
  const text = readFileSync(join(root, 'Containerfile'), 'utf8');
  const stages = parseStages(text);
  const last = stages.at(-1)?.steps ?? [];

  it('copies only what git tracks, and from stages that exist', () => {
    const copies = stages.flatMap(({ steps }) => steps.filter(({ name }) => name === 'COPY'));
    for (const { from, sources } of copies.map((step) => parseCopy(step.text))) {
      if (from !== null) expect(stages.map(({ name }) => name)).toContain(from);
      else
        for (const source of sources)
          expect(
            execFileSync('git', ['ls-files', '--', source], { cwd: root, encoding: 'utf8' }),
            source,
          ).not.toBe('');
    }
  });

  it('runs as an ordinary user with production packages only', () => {
    expect(last.find(({ name }) => name === 'USER')?.text).toBe('node');
    const commands = last.filter(({ name }) => name === 'RUN').map((step) => step.text);
    expect(commands.filter((command) => command.includes('npm'))).toEqual([]);
    const packages = stages.find(({ name }) => name === 'packages')?.steps ?? [];
    expect(packages.map((step) => step.text)).toContain('npm ci --omit=dev --no-audit --no-fund');
  });

  it('has the notices, a folder to share that belongs to its user, and no name of a processor', () => {
    const copied = last.filter(({ name }) => name === 'COPY').flatMap((step) => parseCopy(step.text).sources);
    expect(copied).toEqual(expect.arrayContaining(['LICENSE', 'NOTICE', 'THIRD-PARTY-NOTICES']));
    expect(last.map((step) => step.text)).toContainEqual(
      expect.stringMatching(/mkdir -p \/data \/shared && chown node:node \/data \/shared/),
    );
    expect(text).not.toMatch(/amd64|arm64|x64|--platform/);
  });

  it('declares its volume, port, health check and command', () => {
    const texts = Object.fromEntries(last.map((step) => [step.name, step.text]));
    expect(texts).toMatchObject({ VOLUME: '/data', EXPOSE: '8080' });
    expect(texts.CMD).toBe('["node", "--single-threaded-gc", "src/main.ts"]');
    expect(JSON.parse(texts.HEALTHCHECK?.replace(/^.*? CMD /, '') ?? '')).toEqual([
      'node',
      '-e',
      expect.stringContaining('/healthz'),
    ]);
    expect(parseInstructions(text).filter(({ name }) => name === 'FROM')).toHaveLength(3);
  });
});
