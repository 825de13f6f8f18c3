import { setTimeout as sleep } from 'node:timers/promises';
import type { Embedder, EmbeddingResult } from '../../embedder/embedder.ts';
import { decodeVectors, encodeVectors, hashBytes } from '../../ingest/pictures/picture-caches.ts';
import { openSeen } from '../../ingest/pictures/open-seen.ts';
import { release } from '../../release.ts';
import type { PictureKind, PictureQueue } from './picture-queue.ts';

const spreadDefaults = {
  /** How many times a node takes pictures before the first are done: its processes never wait. */
  concurrency: 3,
  pollMs: 50,
  /** Pause after the database failed: the import embeds alone meanwhile. */
  restMs: 30_000,
} as const;

/** Nodes with the same name compute the same vectors. Releases may decode pictures in other ways. */
export const nameKind = ({ model }: Pick<Embedder, 'model'>): string =>
  `${model} of ${release} on ${process.arch}`;

/**
 * An embedder of an import, for which all nodes work. What another one could not embed, or did not finish, is embedded here:
 * without other nodes, or without the database, all of it.
 */
export const spreadEmbedder = (embedder: Embedder, source: string | null, queue: PictureQueue): Embedder => {
  // A model behind an address is one for all nodes.
  if (embedder.embedCopies === undefined) return embedder;
  let restsUntilMs = 0;
  const running = new Set<Promise<void>>();
  const canSpread = async (): Promise<boolean> =>
    performance.now() >= restsUntilMs && (await queue.hasHelp());
  const { inView } = embedder;
  return {
    ...embedder,
    ...(inView && { inView: (view) => spreadEmbedder(inView(view), source, queue) }),
    embed: async (pictures) => {
      const waiting = createWaiting(embedder, pictures);
      try {
        const asked = { kind: nameKind(embedder), source };
        if (await canSpread()) await embedTogether(waiting, asked, { queue, running });
      } catch {
        restsUntilMs = performance.now() + spreadDefaults.restMs;
      }
      await waiting.embedHere(waiting.hashes());
      return waiting.results();
    },
  };
};

/** Pictures by their hashes, until each has its result. */
const createWaiting = (embedder: Embedder, pictures: readonly Uint8Array[]) => {
  const hashes = pictures.map(hashBytes);
  const open = new Map(pictures.map((picture, at) => [hashes[at] ?? '', picture]));
  const found = new Map<string, EmbeddingResult>();
  const settle = (hash: string, result: EmbeddingResult): void => {
    found.set(hash, result);
    open.delete(hash);
  };
  return {
    hashes: (): string[] => [...open.keys()],
    list: (): [string, Uint8Array][] => [...open],
    settle,
    embedHere: async (some: readonly string[]): Promise<void> => {
      const asked = [...new Set(some)].flatMap((hash) => {
        const picture = open.get(hash);
        return picture === undefined ? [] : [{ hash, picture }];
      });
      if (asked.length === 0) return;
      const results = await embedder.embed(asked.map(({ picture }) => picture));
      for (const [at, { hash }] of asked.entries()) settle(hash, results[at] ?? notEmbedded);
    },
    results: (): EmbeddingResult[] => hashes.map((hash) => found.get(hash) ?? notEmbedded),
  };
};

const notEmbedded = { ok: false, reason: 'not embedded' } as const;

type Waiting = ReturnType<typeof createWaiting>;

/** `running`: what is embedded here now, also of the batch before. */
const embedTogether = async (
  waiting: Waiting,
  asked: PictureKind,
  { queue, running }: { readonly queue: PictureQueue; readonly running: Set<Promise<void>> },
): Promise<void> => {
  const { kind } = asked;
  for (const [hash, picture] of waiting.list()) await queue.ask(asked, hash, picture);
  const failed = new AbortController();
  const start = (hashes: readonly string[]): void => {
    const work = waiting
      .embedHere(hashes)
      .then(() => queue.remove(kind, hashes))
      .catch((error: unknown) => failed.abort(error))
      .finally(() => running.delete(work));
    running.add(work);
  };
  /** Returns those that another node could not embed: it is tried here, and its reason counts. */
  const collect = async (): Promise<string[]> => {
    const unusable: string[] = [];
    for (const { hash, vectors } of await queue.collect(kind, waiting.hashes())) {
      const embedding = vectors && decodeVectors(vectors);
      if (embedding === null) unusable.push(hash);
      else waiting.settle(hash, { ok: true, embedding });
    }
    return unusable;
  };
  const findWork = async (): Promise<readonly string[]> => {
    const unusable = await collect();
    if (unusable.length > 0 || running.size >= spreadDefaults.concurrency) return unusable;
    const taken = await queue.take(kind, waiting.hashes());
    return taken.length > 0 || running.size > 0 ? taken.map(({ hash }) => hash) : findMissing();
  };
  /** What is no longer in the queue: the database lost it, or another import has taken it back. */
  const findMissing = async (): Promise<readonly string[]> => {
    const there = new Set(await queue.listThere(kind, waiting.hashes()));
    return waiting.hashes().filter((hash) => !there.has(hash));
  };
  try {
    while (waiting.hashes().length > 0) {
      failed.signal.throwIfAborted();
      const work = await findWork();
      if (work.length > 0) start(work);
      else await Promise.race([...running, sleep(spreadDefaults.pollMs)]);
    }
  } finally {
    await Promise.allSettled(running);
  }
};

type HelpParts = {
  readonly queue: PictureQueue;
  readonly embedder: (model: string | null) => Promise<Embedder>;
  readonly signal: AbortSignal;
  /** It ends when nothing was asked for during this time. */
  readonly idleMs: number;
};

/** Embeds pictures that imports of other nodes wait for. Returns how many. */
export const helpEmbedding = async ({ queue, embedder, signal, idleMs }: HelpParts): Promise<number> => {
  /** Null: this node cannot embed them in the same way. */
  const known = new Map<string, Embedder | null>();
  let count = 0;
  const open = async (kind: string, source: string | null): Promise<Embedder | null> => {
    const [model = ''] = kind.split(' of ');
    const seen = await embedder(source).then(
      (opened) => openSeen(opened, model),
      () => null,
    );
    return seen !== null && nameKind(seen) === kind ? seen : null;
  };
  const embedAll = async (kind: string, seen: Embedder): Promise<void> => {
    while (!signal.aborted) {
      const taken = await queue.take(kind, null);
      if (taken.length === 0) return;
      const results = await seen.embed(taken.map(({ picture }) => picture ?? Buffer.alloc(0)));
      for (const [at, { hash }] of taken.entries()) {
        const result = results[at];
        await queue.keep(kind, hash, result?.ok ? encodeVectors(result.embedding) : null);
      }
      count += taken.length;
    }
  };
  let idleSinceMs = performance.now();
  while (!signal.aborted && performance.now() - idleSinceMs < idleMs) {
    const before = count;
    for (const { kind, source } of await queue.listAsked()) {
      if (!known.has(kind)) known.set(kind, await open(kind, source));
      const seen = known.get(kind);
      if (seen)
        await Promise.all(Array.from({ length: spreadDefaults.concurrency }, () => embedAll(kind, seen)));
    }
    if (count > before) idleSinceMs = performance.now();
    else await sleep(spreadDefaults.pollMs);
  }
  return count;
};
