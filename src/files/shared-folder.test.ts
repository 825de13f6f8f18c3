import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from './files.ts';
import {
  guardFiles,
  guardSyncFiles,
  identityFile,
  openSharedFolder,
  type SharedFolder,
} from './shared-folder.ts';
import { diskFilesSync } from './sync-files.ts';

const away = { code: 'unavailable', message: 'The folder that the nodes share is away.' };

let base: string;
let folder: string;
let known: string | null;
let opened: SharedFolder[];
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'kindred-shared-folder-'));
  folder = join(base, 'shared');
  known = null;
  opened = [];
});
afterEach(() => {
  for (const shared of opened) shared.close();
  rmSync(base, { recursive: true, force: true });
});

const open = async (holdsLive: () => boolean | null = () => null): Promise<SharedFolder> => {
  const record = { sharedFolder: () => known, claimSharedFolder: async (id: string) => (known ??= id) };
  const shared = await openSharedFolder({ folder, record, holdsLive, lookMs: 20 });
  opened.push(shared);
  return shared;
};
const readIdentity = (): string => readFileSync(join(folder, identityFile), 'utf8').trim();

describe('a shared folder', () => {
  it('that does not exist is not created', async () => {
    const shared = await open();
    expect(shared.problem()).toMatchObject(away);
    await expect(shared.check()).rejects.toMatchObject(away);
    expect(existsSync(folder)).toBe(false);
  });

  it('gets an identifier, which the settings have too', async () => {
    mkdirSync(folder);
    const shared = await open();
    expect(shared.problem()).toBeNull();
    expect(readIdentity()).toBe(known);
    await (await open()).check();
    expect(readIdentity()).toBe(known);
  });

  it.each<[string, string | null, string | null, boolean | null, boolean]>([
    ['of an earlier release, where nothing is known to be live', null, null, null, true],
    ['of an earlier release, with what must be live', null, null, true, true],
    ['without what must be live', null, null, false, false],
    ['that lost its identifier, with what must be live', 'ours', null, true, true],
    ['that is empty although one was used before', 'ours', null, null, false],
    ['of another installation', 'ours', 'theirs', true, false],
    ['whose settings were restored from an older backup', null, 'ours', true, true],
    ['of somebody else, for settings that know none', null, 'theirs', false, false],
  ])('%s', async (_case, settings, written, holds, isRight) => {
    known = settings;
    mkdirSync(folder);
    if (written !== null) writeFileSync(join(folder, identityFile), written);
    expect((await open(() => holds)).problem()).toEqual(isRight ? null : expect.objectContaining(away));
    if (isRight) expect(readIdentity()).toBe(known);
    else expect(readdirSync(folder)).toEqual(written === null ? [] : [identityFile]);
  });

  it('is noticed when it goes and when it comes back', async () => {
    mkdirSync(folder);
    const shared = await open();
    renameSync(folder, `${folder}.away`);
    mkdirSync(folder);
    expect(() => shared.checkSync()).toThrow(expect.objectContaining(away));
    await expect.poll(() => shared.problem()).toMatchObject(away);
    rmSync(folder, { recursive: true });
    renameSync(`${folder}.away`, folder);
    shared.checkSync();
    await expect.poll(() => shared.problem()).toBeNull();
  });
});

describe('files of a shared folder that is away', () => {
  it('are neither written nor created', async () => {
    mkdirSync(folder);
    const shared = await open();
    const [files, sync] = [guardFiles(diskFiles, shared), guardSyncFiles(diskFilesSync, shared)];
    const file = join(folder, 'file');
    await files.appendDurably(file, Buffer.from('a'));
    renameSync(folder, `${folder}.away`);
    for (const work of [
      () => files.appendDurably(file, Buffer.from('b')),
      () => files.makeFolder(join(folder, 'below')),
      () => files.rename(file, `${file}-2`),
      () => files.remove(file),
    ])
      await expect(work()).rejects.toMatchObject(away);
    for (const work of [
      () => sync.makeFolder(join(folder, 'below')),
      () => sync.write(file, Buffer.from('d')),
      () => sync.read(file),
    ])
      expect(work).toThrow(expect.objectContaining(away));
    expect(existsSync(folder)).toBe(false);
  });

  it('are not acknowledged when it goes away during the write', async () => {
    mkdirSync(folder);
    const shared = await open();
    const files = guardFiles(
      {
        ...diskFiles,
        appendDurably: async (path, content) => {
          renameSync(folder, `${folder}.away`);
          mkdirSync(folder);
          await diskFiles.appendDurably(path, content);
        },
      },
      shared,
    );
    await expect(files.appendDurably(join(folder, 'log'), Buffer.from('a'))).rejects.toMatchObject(away);
  });
});
