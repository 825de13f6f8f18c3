import { readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { diskFiles, type Files } from '../../src/files/files.ts';
import { diskFilesSync, type SyncFiles } from '../../src/files/sync-files.ts';

/*
 * A disk that loses what was not synced. It works on a real folder, so that locks, SQLite and plain `node:fs` calls work
 * beside it, and keeps a second picture of that folder: what is on the platter and what is only in the page cache.
 *
 *   write a.new        content: cached        name: cached
 *   sync a.new         content: on disk       name: cached
 *   rename a.new → a   content: on disk       name: cached    a power cut here shows the old `a` or the new one
 *   sync folder        content: on disk       name: on disk
 *
 * After a power cut, a file has what was synced and any part of what was written since: nothing, a piece of it, zeros in
 * place of any sectors of 512 bytes, or all. A folder has the names that were synced and any of the changes since: a later
 * rename may be kept and an earlier one lost.
 * That is as little as POSIX promises; most file systems lose less.
 */
export type SimulatedDisk = {
  readonly files: Files;
  /** The same disk for callers that cannot wait. */
  readonly syncFiles: SyncFiles;
  /** How many operations have changed the disk so far. */
  readonly operations: number;
  /** Lets this many more operations happen; then, and for ever, every call rejects. */
  cutPowerAfter(operations: number): void;
  /** Writes to an empty folder what a power cut now would leave. `random` decides what survives; 0: the least. */
  writeSurvivors(target: string, random: () => number): Promise<void>;
};

export class PowerCut extends Error {
  constructor() {
    super('the power is cut');
    this.name = 'PowerCut';
  }
}

type FileNode = { readonly kind: 'file'; synced: Buffer; current: Buffer };
type FolderNode = {
  readonly kind: 'folder';
  synced: Map<string, Node>;
  readonly current: Map<string, Node>;
  /** Changes of names since the last sync, oldest first. */
  pending: NameChange[];
};
type Node = FileNode | FolderNode;

/** Names that change together; null: the name is removed. */
type NameChange = {
  readonly names: readonly (readonly [string, Node | null])[];
  /** A rename between folders: both changes carry the same object. */
  readonly rename: { readonly folders: readonly FolderNode[] } | null;
};

const emptyFile = (): FileNode => ({ kind: 'file', synced: Buffer.alloc(0), current: Buffer.alloc(0) });
const emptyFolder = (): FolderNode => ({
  kind: 'folder',
  synced: new Map(),
  current: new Map(),
  pending: [],
});

/** `root` exists; what it holds counts as synced. Only paths below it are simulated. */
export const openSimulatedDisk = async (root: string): Promise<SimulatedDisk> => {
  const tree = await readTree(root);
  let operations = 0;
  let left = Infinity;

  const find = (path: string): Node | null => {
    let node: Node | undefined = tree;
    for (const name of namesIn(root, path))
      node = node?.kind === 'folder' ? node.current.get(name) : undefined;
    return node ?? null;
  };
  const parentOf = (path: string): FolderNode => {
    const parent = find(dirname(path));
    if (parent?.kind !== 'folder') throw new Error(`${dirname(path)} is no folder of the simulated disk`);
    return parent;
  };
  const setName = (path: string, node: Node | null): void =>
    changeNames(parentOf(path), [[basename(path), node]]);
  const fileAt = (path: string): FileNode => {
    const known = find(path);
    if (known?.kind === 'file') return known;
    const created = emptyFile();
    setName(path, created);
    return created;
  };

  const throwIfCut = (): void => {
    if (left <= 0) throw new PowerCut();
  };
  /** The last operation happened, but nobody hears of it. */
  const countOperation = (): void => {
    operations += 1;
    left -= 1;
    throwIfCut();
  };
  const read = async <T>(work: () => Promise<T>): Promise<T> => {
    throwIfCut();
    return work();
  };
  /** The operation happens on the real disk first: one that fails there changes nothing here. */
  const change = async <T>(work: () => Promise<T>, apply: (result: T) => void): Promise<T> => {
    throwIfCut();
    const result = await work();
    apply(result);
    countOperation();
    return result;
  };
  const changeSync = <T>(work: () => T, apply: (result: T) => void): T => {
    throwIfCut();
    const result = work();
    apply(result);
    countOperation();
    return result;
  };

  const setContent = (path: string, content: Buffer): void => {
    fileAt(path).current = content;
  };
  const append = (path: string, content: Uint8Array): FileNode => {
    const file = fileAt(path);
    file.current = Buffer.concat([file.current, content]);
    return file;
  };
  const appendDurably = (path: string, content: Uint8Array): void => {
    const isNew = fileAt(path).current.length === 0;
    syncNode(append(path, content));
    if (isNew) syncNode(parentOf(path));
  };
  /** A file that was not written through this interface, by SQLite for example, becomes known when it is synced. */
  const sync = (path: string): void => {
    if (find(path) === null && statSync(path).isFile()) setContent(path, readFileSync(path));
    const node = find(path);
    if (node) syncNode(node);
  };
  const requireFile = (path: string): FileNode => {
    const node = find(path);
    if (node?.kind !== 'file') throw new Error(`${path} is no file of the simulated disk`);
    return node;
  };
  const copyDurably = (from: string, to: string): void => {
    const copy = fileAt(to);
    copy.current = requireFile(from).current;
    copy.synced = copy.current;
  };
  const rename = (from: string, to: string): void => {
    const node = find(from);
    if (!node) throw new Error(`${from} is not on the simulated disk`);
    const [source, target] = [parentOf(from), parentOf(to)];
    const leaving = [basename(from), null] as const;
    const arriving = [basename(to), node] as const;
    if (source === target) {
      changeNames(source, [leaving, arriving]);
      return;
    }
    const together = { folders: [source, target] };
    changeNames(source, [leaving], together);
    changeNames(target, [arriving], together);
  };
  const makeFolder = (path: string): void => {
    let at = root;
    for (const name of namesIn(root, path)) {
      at = join(at, name);
      if (!find(at)) setName(at, emptyFolder());
    }
  };
  const remove = (path: string): void => {
    const node = find(path);
    if (!node) return;
    if (node.kind === 'folder') emptyOut(node);
    setName(path, null);
  };
  const link = (from: string, to: string): void => setName(to, requireFile(from));

  const files: Files = {
    read: (path) => read(() => diskFiles.read(path)),
    open: (path) => read(() => diskFiles.open(path)),
    readFrom: (path, offset) => read(() => diskFiles.readFrom(path, offset)),
    list: (path) => read(() => diskFiles.list(path)),
    size: (path) => read(() => diskFiles.size(path)),
    write: async (path, content) => {
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      await change(
        () => diskFiles.write(path, parts),
        () => setContent(path, Buffer.concat(parts)),
      );
    },
    append: (path, content) =>
      change(
        () => diskFiles.append(path, content),
        () => void append(path, content),
      ),
    appendDurably: (path, content) =>
      change(
        () => diskFiles.appendDurably(path, content),
        () => appendDurably(path, content),
      ),
    sync: (path) =>
      change(
        () => diskFiles.sync(path),
        () => sync(path),
      ),
    copyDurably: (from, to) =>
      change(
        () => diskFiles.copyDurably(from, to),
        () => copyDurably(from, to),
      ),
    link: (from, to) =>
      change(
        () => diskFiles.link(from, to),
        (isLinked) => isLinked && link(from, to),
      ),
    rename: (from, to) =>
      change(
        () => diskFiles.rename(from, to),
        () => rename(from, to),
      ),
    makeFolder: (path) =>
      change(
        () => diskFiles.makeFolder(path),
        () => makeFolder(path),
      ),
    remove: (path) =>
      change(
        () => diskFiles.remove(path),
        () => remove(path),
      ),
  };
  const syncFiles: SyncFiles = {
    read: (path) => {
      throwIfCut();
      return diskFilesSync.read(path);
    },
    write: (path, content) =>
      changeSync(
        () => diskFilesSync.write(path, content),
        () => setContent(path, Buffer.from(content)),
      ),
    append: (path, content) =>
      changeSync(
        () => diskFilesSync.append(path, content),
        () => void append(path, content),
      ),
    sync: (path) =>
      changeSync(
        () => diskFilesSync.sync(path),
        () => sync(path),
      ),
    rename: (from, to) =>
      changeSync(
        () => diskFilesSync.rename(from, to),
        () => rename(from, to),
      ),
    link: (from, to) =>
      changeSync(
        () => diskFilesSync.link(from, to),
        (isLinked) => isLinked && link(from, to),
      ),
    makeFolder: (path) =>
      changeSync(
        () => diskFilesSync.makeFolder(path),
        () => makeFolder(path),
      ),
    remove: (path) =>
      changeSync(
        () => diskFilesSync.remove(path),
        () => remove(path),
      ),
  };
  return {
    files,
    syncFiles,
    get operations() {
      return operations;
    },
    cutPowerAfter: (count) => {
      left = count;
    },
    writeSurvivors: async (target, random) => {
      await writeNode(target, tree, random, chooseChanges(tree, random));
    },
  };
};

const namesIn = (root: string, path: string): string[] => {
  const inside = relative(root, path);
  if (inside.startsWith('..')) throw new Error(`${path} is outside of the simulated disk`);
  return inside === '' ? [] : inside.split(sep);
};

const readTree = async (path: string): Promise<FolderNode> => {
  const folder = emptyFolder();
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) folder.current.set(entry.name, await readTree(inside));
    else {
      const content = await readFile(inside);
      folder.current.set(entry.name, { kind: 'file', synced: content, current: content });
    }
  }
  folder.synced = new Map(folder.current);
  return folder;
};

const changeNames = (
  folder: FolderNode,
  names: NameChange['names'],
  rename: NameChange['rename'] = null,
): void => {
  applyNames(folder.current, names);
  folder.pending.push({ names, rename });
};

const applyNames = (entries: Map<string, Node>, names: NameChange['names']): void => {
  for (const [name, node] of names) {
    if (node === null) entries.delete(name);
    else entries.set(name, node);
  }
};

const syncNode = (node: Node): void => {
  if (node.kind === 'file') node.synced = node.current;
  else {
    node.synced = new Map(node.current);
    node.pending = [];
  }
};

/** As `rm -r` does it: names inside go first, one by one. */
const emptyOut = (folder: FolderNode): void => {
  for (const [name, node] of [...folder.current]) {
    if (node.kind === 'folder') emptyOut(node);
    changeNames(folder, [[name, null]]);
  }
};

/**
 * Which changes of names are kept: in each folder the first ones, or, when the disk reordered them, any. A rename between
 * folders is kept in both or in neither.
 */
const chooseChanges = (tree: FolderNode, random: () => number): Set<NameChange> => {
  const isReordered = random() >= 0.5;
  const kept = new Map<FolderNode, NameChange[]>();
  for (const folder of allFolders(tree)) {
    const first = Math.floor(random() * (folder.pending.length + 1));
    kept.set(
      folder,
      isReordered ? folder.pending.filter(() => random() >= 0.5) : folder.pending.slice(0, first),
    );
  }
  const isHalf = ({ rename }: NameChange): boolean =>
    rename?.folders.some((folder) => !kept.get(folder)?.some((change) => change.rename === rename)) ?? false;
  for (let isStable = false; !isStable; ) {
    isStable = true;
    for (const [folder, changes] of kept) {
      const half = changes.findIndex(isHalf);
      if (half < 0) continue;
      kept.set(folder, isReordered ? changes.toSpliced(half, 1) : changes.slice(0, half));
      isStable = false;
    }
  }
  return new Set([...kept.values()].flat());
};

/** Every folder that a name, synced or not, may lead to. */
const allFolders = (tree: FolderNode): Set<FolderNode> => {
  const folders = new Set<FolderNode>();
  const visit = (folder: FolderNode): void => {
    if (folders.has(folder)) return;
    folders.add(folder);
    const nodes = [
      ...folder.synced.values(),
      ...folder.current.values(),
      ...folder.pending.flatMap(({ names }) => names.flatMap(([, node]) => node ?? [])),
    ];
    for (const node of nodes) if (node.kind === 'folder') visit(node);
  };
  visit(tree);
  return folders;
};

const writeNode = async (
  path: string,
  node: Node,
  random: () => number,
  kept: ReadonlySet<NameChange>,
): Promise<void> => {
  if (node.kind === 'file') {
    await writeFile(path, survivingContent(node, random));
    return;
  }
  await mkdir(path, { recursive: true });
  const entries = new Map(node.synced);
  for (const change of node.pending) if (kept.has(change)) applyNames(entries, change.names);
  for (const [name, inside] of entries) await writeNode(join(path, name), inside, random, kept);
};

const sectorBytes = 512;

/** Sectors behind `start` are written or still zero, each by itself: the disk writes them in any order. */
const loseSectors = (content: Buffer, start: number, random: () => number): Buffer => {
  const left = Buffer.from(content);
  for (let at = start - (start % sectorBytes); at < content.length; at += sectorBytes)
    if (random() < 0.5) left.fill(0, Math.max(at, start), Math.min(left.length, at + sectorBytes));
  return left;
};

const survivingContent = ({ synced, current }: FileNode, random: () => number): Buffer => {
  if (synced.equals(current)) return synced;
  // What was appended comes after what was synced; what was written anew replaces it.
  const isAppended = current.subarray(0, synced.length).equals(synced);
  const start = isAppended ? synced.length : 0;
  const length = start + Math.floor(random() * (current.length - start + 1));
  switch (Math.floor(random() * 5)) {
    case 0:
      return synced;
    case 1:
      return current.subarray(0, length);
    case 2:
      return Buffer.concat([current.subarray(0, length), Buffer.alloc(current.length - length)]);
    case 3:
      return loseSectors(current, start, random);
    default:
      return current;
  }
};
