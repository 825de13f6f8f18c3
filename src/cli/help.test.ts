import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../test/support/cli/run-in-process.ts';
import { createProgram } from './program.ts';

type Leaf = { readonly path: string; readonly command: Command };

/** The commands that do something, with their whole names: `key create`. */
const listLeaves = (command: Command, path: readonly string[] = []): Leaf[] =>
  command.commands.length === 0
    ? [{ path: path.join(' '), command }]
    : command.commands.flatMap((inner) => listLeaves(inner, [...path, inner.name()]));

const leaves = listLeaves(createProgram('1.2.3'));
const helpOf = async (path: string) => (await runInProcess([...path.split(' '), '--help'])).out;

/** The lines under `Examples:`, without the prompt, the name of the program and settings before it. */
const readExamples = (help: string): string[] =>
  help
    .slice(help.indexOf('Examples:'))
    .split('\n')
    .flatMap((line) => /^\s+\$ (?:[A-Z_]+=\S+ )*kindred (.*)$/.exec(line)?.[1] ?? []);

describe('help', () => {
  it('is printed without arguments, and names every command', async () => {
    const { code, out, err } = await runInProcess([]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const { path } of leaves) expect(out).toContain(path.split(' ')[0]);
    expect(out).toContain('Exit codes:');
  });

  it('says the version', async () => {
    expect(await runInProcess(['--version'])).toEqual({ code: 0, out: '1.2.3\n', err: '' });
  });

  it.each(leaves)('of $path says what it does, its options and examples', async ({ path, command }) => {
    const { code, out, err } = await runInProcess([...path.split(' '), '--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`Usage: kindred ${path}`);
    expect(command.description().length).toBeGreaterThan(10);
    for (const { long, description } of command.options) {
      expect(out).toContain(long);
      expect(description.length).toBeGreaterThan(3);
    }
    expect(readExamples(out).length).toBeGreaterThan(0);
  });

  it.each(leaves)('of $path has examples that the command accepts', async ({ path, command }) => {
    for (const example of readExamples(await helpOf(path))) {
      expect(`${example} `.startsWith(`${path} `)).toBe(true);
      const words = example
        .slice(path.length)
        .replace(/ [<>] \S+$/, '')
        .trim()
        .split(/\s+/)
        .filter(Boolean);
      // A copy of the command without its work: only the arguments are read.
      const [fresh] = listLeaves(createProgram('1.2.3')).filter((leaf) => leaf.path === path);
      const parsed = fresh?.command.action(() => undefined).parse(words, { from: 'user' });
      expect(parsed?.name()).toBe(command.name());
    }
  });

  it.each(leaves.filter(({ path }) => path !== 'serve'))(
    'of $path offers --json and --data',
    async ({ command }) => {
      expect(command.options.map(({ long }) => long)).toEqual(expect.arrayContaining(['--json', '--data']));
    },
  );
});

describe('wrong arguments', () => {
  it.each(leaves)('$path refuses an option that it does not know', async ({ path }) => {
    const { code, out, err } = await runInProcess([...path.split(' '), '--nonsense']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^Error: Unknown option '--nonsense'/);
    expect(err).toContain('Next: `kindred --help`');
  });

  const needing = leaves.filter(({ command }) =>
    command.registeredArguments.some(({ required }) => required),
  );
  it.each(needing)('$path names the argument that is missing', async ({ path, command }) => {
    const { code, err } = await runInProcess(path.split(' '));
    const [first] = command.registeredArguments;
    expect(code).toBe(2);
    expect(err).toContain(`Missing required argument '${first?.name()}'`);
  });

  it.each(leaves)('$path refuses more arguments than it has', async ({ path, command }) => {
    const many = Array.from({ length: command.registeredArguments.length + 1 }, (_, at) => `a${at}`);
    const { code, err } = await runInProcess([...path.split(' '), ...many]);
    expect(code).toBe(2);
    expect(err).toContain('Too many arguments');
  });

  it.each([
    [['improt', 'shop/catalogue'], /Did you mean import\?/],
    [['key', 'crate', 'shop/a'], /Did you mean create\?/],
    [['nonsense'], /Unknown command 'nonsense'/],
    [['key', 'create', 'shop/a', '--kind', 'open'], /Allowed choices are/],
    [['key', 'rotate', 'shop/a', '--slot', 'third'], /Allowed choices are primary, secondary/],
    [['operator', 'add', 'shop', 'a@b.example', '--role', 'king'], /Allowed choices are/],
    [['key', 'create', 'shop/a', '--rate'], /argument missing/],
  ])('%j', async (args, message) => {
    const { code, out, err } = await runInProcess(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });

  it('are one JSON document with --json', async () => {
    const { code, out, err } = await runInProcess(['status', '--nonsense', '--json']);
    expect({ code, err }).toEqual({ code: 2, err: '' });
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'bad-input' } });
  });
});
