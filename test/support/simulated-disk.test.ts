import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSimulatedDisk, PowerCut, type SimulatedDisk } from './simulated-disk.ts';

type Case = { readonly disk: SimulatedDisk; readonly root: string; readonly survivors: string };

const onDisk = async (work: (given: Case) => Promise<void>): Promise<void> => {
  const root = await mkdtemp(join(tmpdir(), 'kindred-disk-'));
  const survivors = await mkdtemp(join(tmpdir(), 'kindred-survivors-'));
  try {
    await work({ disk: await openSimulatedDisk(root), root, survivors });
  } finally {
    await rm(root, { recursive: true });
    await rm(survivors, { recursive: true });
  }
};

const least = () => 0;
const most = () => 0.999;
const text = (content: string) => [Buffer.from(content)];
const read = (folder: string, name: string) => readFile(join(folder, name), 'utf8').catch(() => null);

describe('a power cut on the simulated disk', () => {
  it('loses a file whose name was not synced, however durable its content', () =>
    onDisk(async ({ disk, root, survivors }) => {
      await disk.files.write(join(root, 'a'), text('one'));
      await disk.files.sync(join(root, 'a'));
      await disk.writeSurvivors(survivors, least);
      expect(await readdir(survivors)).toEqual([]);
      await disk.files.sync(root);
      await disk.writeSurvivors(survivors, least);
      expect(await read(survivors, 'a')).toBe('one');
    }));

  it('may leave a file without its content when only the name was synced', () =>
    onDisk(async ({ disk, root, survivors }) => {
      await disk.files.write(join(root, 'a'), text('one'));
      await disk.files.sync(root);
      await disk.writeSurvivors(survivors, least);
      expect(await read(survivors, 'a')).toBe('');
      await disk.writeSurvivors(survivors, most);
      expect(await read(survivors, 'a')).toBe('one');
    }));

  it('shows the old or the new file after a rename, never a mixture', () =>
    onDisk(async ({ disk, root, survivors }) => {
      await disk.files.write(join(root, 'a'), text('old'));
      await disk.files.sync(join(root, 'a'));
      await disk.files.sync(root);
      await disk.files.write(join(root, 'a.new'), text('new'));
      await disk.files.sync(join(root, 'a.new'));
      await disk.files.rename(join(root, 'a.new'), join(root, 'a'));
      await disk.writeSurvivors(survivors, least);
      expect(await read(survivors, 'a')).toBe('old');
      await disk.writeSurvivors(survivors, most);
      expect(await read(survivors, 'a')).toBe('new');
    }));

  it('keeps what was appended durably and may cut what was appended after it', () =>
    onDisk(async ({ disk, root, survivors }) => {
      await disk.files.appendDurably(join(root, 'log'), Buffer.from('one\n'));
      await disk.files.sync(root);
      await disk.files.append(join(root, 'log'), Buffer.from('two\n'));
      for (let round = 0; round < 40; round += 1) {
        const draws = [0, round / 40, (round % 4) / 4];
        await disk.writeSurvivors(survivors, () => draws.pop() ?? 0);
        expect((await read(survivors, 'log'))?.slice(0, 4)).toBe('one\n');
      }
    }));

  it('keeps a rename between folders in both or in neither', () =>
    onDisk(async ({ disk, root }) => {
      const [from, to] = [join(root, 'from'), join(root, 'to')];
      await disk.files.makeFolder(from);
      await disk.files.makeFolder(to);
      await disk.files.write(join(from, 'a'), text('x'));
      await disk.files.sync(join(from, 'a'));
      for (const folder of [from, root]) await disk.files.sync(folder);
      await disk.files.rename(join(from, 'a'), join(to, 'a'));
      for (const draws of [
        // The first draw says whether names are reordered; then, for each folder, how many are kept or which.
        [0, 0, 0.9, 0],
        [0, 0, 0, 0.9],
        [0, 0, 0.9, 0.9],
        [0.9, 0, 0, 0.9, 0, 0],
        [0.9, 0, 0, 0, 0, 0.9],
        [0.9, 0, 0, 0.9, 0, 0.9],
      ]) {
        const survivors = await mkdtemp(join(tmpdir(), 'kindred-survivors-'));
        const rest = draws.values();
        await disk.writeSurvivors(survivors, () => rest.next().value ?? 0);
        const places = [
          ...(await readdir(join(survivors, 'from'))),
          ...(await readdir(join(survivors, 'to'))),
        ];
        await rm(survivors, { recursive: true });
        expect(places).toEqual(['a']);
      }
    }));

  it('may keep a later rename and lose an earlier one', () =>
    onDisk(async ({ disk, root, survivors }) => {
      for (const name of ['a', 'b']) {
        await disk.files.write(join(root, `${name}.new`), text(name));
        await disk.files.sync(join(root, `${name}.new`));
      }
      await disk.files.sync(root);
      for (const name of ['a', 'b']) await disk.files.rename(join(root, `${name}.new`), join(root, name));
      const draws = [0.9, 0, 0, 0.9].values();
      await disk.writeSurvivors(survivors, () => draws.next().value ?? 0);
      expect((await readdir(survivors)).sort()).toEqual(['a.new', 'b']);
    }));

  it('may leave zeros in any sector of 512 bytes that was not synced, and nowhere else', () =>
    onDisk(async ({ disk, root, survivors }) => {
      await disk.files.appendDurably(join(root, 'log'), Buffer.alloc(700, 's'));
      await disk.files.append(join(root, 'log'), Buffer.alloc(1500, 'n'));
      // Order of names, names of the root, length, kind of loss; then each sector behind the synced part.
      const draws = [0, 0, 0, 0.7, 0.9, 0, 0.9, 0].values();
      await disk.writeSurvivors(survivors, () => draws.next().value ?? 0);
      const left = await readFile(join(survivors, 'log'), 'latin1');
      const runs = left.match(/s+|n+|\0+/g)?.map((run) => [run[0], run.length]);
      expect(runs).toEqual([
        ['s', 700],
        ['n', 324],
        ['\0', 512],
        ['n', 512],
        ['\0', 152],
      ]);
    }));

  it('lets a number of operations happen and then rejects every call', () =>
    onDisk(async ({ disk, root }) => {
      disk.cutPowerAfter(2);
      await disk.files.write(join(root, 'a'), text('one'));
      await expect(disk.files.sync(join(root, 'a'))).rejects.toThrow(PowerCut);
      await expect(disk.files.read(join(root, 'a'))).rejects.toThrow(PowerCut);
      await expect(disk.files.write(join(root, 'b'), text('two'))).rejects.toThrow(PowerCut);
      expect(await readdir(root)).toEqual(['a']);
      expect(disk.operations).toBe(2);
    }));
});
