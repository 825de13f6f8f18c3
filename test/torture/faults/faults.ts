/** A fault that is put into a copy of the product, and the program that must catch it. */
export type InjectedFault = {
  readonly name: string;
  readonly file: string;
  /** A text that occurs once in the file, and what replaces it. */
  readonly search: string;
  readonly replace: string;
  readonly program: string;
  /** The share of the full work that meets it; `faultScale` when left out. */
  readonly scale?: number;
};

/** A share of the full work: enough to meet most faults, and minutes for all of them. */
export const faultScale = 0.02;

export const injectedFaults: readonly InjectedFault[] = [
  {
    name: 'live-change-not-written',
    file: 'src/engine/embedded/changes/change-log.ts',
    search: "await files.appendDurably(join(folder, name), Buffer.from(start + lines.join('')));",
    replace: 'void [name, start, lines];',
    program: 'crash',
  },
  {
    name: 'slot-not-released',
    file: 'src/http/admission/run-in-slot.ts',
    search: '  } finally {\n    slot.release();\n',
    replace: '  } finally {\n    void slot;\n',
    program: 'attack',
  },
  {
    name: 'checksums-ignored',
    file: 'src/engine/embedded/storage/manifest.ts',
    search: 'if (crc32(content) !== crcs[block])',
    replace: 'if (crc32(content) !== crcs[block] && content.length === 0)',
    program: 'corruption',
  },
  {
    name: 'full-disk-as-500',
    file: 'src/service/start/open-kindred.ts',
    search: 'if (!isDiskFull(error)) throw error;',
    replace: 'if (!isDiskFull(error) || error !== null) throw error;',
    program: 'disk-full',
  },
  {
    name: 'configuration-never-read-again',
    file: 'src/service/serving-needs.ts',
    search: '      setImmediate(forget);\n',
    replace: '      void forget;\n',
    program: 'keys',
  },
  {
    name: 'stop-without-grace',
    file: 'src/http/server.ts',
    search: '  await guard.drain();\n',
    replace: '  guard.closeAll();\n',
    program: 'swap',
  },
  {
    name: 'private-addresses-reachable',
    file: 'src/ingest/fetch/address-policy.ts',
    search: "  if (parsed.range() !== 'unicast') return false;\n",
    replace: '',
    program: 'bad-input',
  },
  {
    name: 'rate-off-by-one',
    file: 'src/limits/rate-windows.ts',
    search: 'return used.calls < rate.calls ? longest',
    replace: 'return used.calls <= rate.calls ? longest',
    program: 'shared-limits',
  },
  {
    name: 'boxes-of-other-websites',
    file: 'src/store/sqlite/build-directory.ts',
    search: 'box: (websiteId, tracker) => ifOwnedBy(websiteId, boxes.get(tracker)),',
    replace: 'box: (_websiteId, tracker) => boxes.get(tracker) ?? null,',
    program: 'isolation',
  },
  {
    name: 'roles-not-compared',
    file: 'src/http/admin/core/admission.ts',
    search: 'if (ranks[role] < ranks[needed])',
    replace: 'if (ranks[role] < 0)',
    program: 'isolation',
  },
  {
    name: 'skeleton-not-applied',
    file: 'src/domain/safety/skeleton.ts',
    search: "new Set(accents === 'folded' ? foldToSkeletons(text) : listAccented(text));",
    replace: "new Set(accents === 'folded' ? [text.toLowerCase()] : listAccented(text));",
    program: 'safety',
  },
  {
    name: 'restore-without-missing-files',
    file: 'src/backup/restore-backup.ts',
    search: '  await checkSizes(backup, manifest);\n',
    replace: `  for (const file of [...manifest.files])
    if ((await ifMissing(stat(join(backup, contentsName, file.path)), null)) === null)
      manifest.files.splice(manifest.files.indexOf(file), 1);\n`,
    program: 'backup',
  },
  {
    name: 'malformed-value-throws',
    file: 'src/http/call/query.ts',
    search: '  } catch {\n    return null;\n',
    replace: '  } catch (error) {\n    throw error;\n',
    program: 'requests',
  },
  {
    name: 'resumed-import-not-made-live',
    file: 'src/imports/run-job.ts',
    search: '  await publishing.makeLive(ref, job.version, progress);\n',
    replace: '  if (job.attempts === 1) await publishing.makeLive(ref, job.version, progress);\n',
    program: 'killed-imports',
  },
  {
    name: 'replaced-file-not-synced',
    file: 'src/files/replace-file.ts',
    search: '(temporary) => files.sync(temporary)',
    replace: '() => Promise.resolve()',
    program: 'power-loss',
  },
  {
    name: 'session-never-expires',
    file: 'src/store/accounts/sessions.ts',
    search: 'if (!row || expiryMs(row) <= nowMs()) return null;',
    replace: 'if (!row) return null;',
    program: 'sign-in',
  },
  {
    name: 'campaign-name-as-markup',
    file: 'portal/scenes/campaigns/campaign-table.tsx',
    search: '                {declaration.name}\n              </Link>',
    replace:
      '                <span dangerouslySetInnerHTML={{ __html: declaration.name }} />\n              </Link>',
    program: 'stored-scripts',
  },
  {
    name: 'one-queue-for-all-websites',
    file: 'src/http/admission/concurrency-limiter.ts',
    search: '      const lane = getLane(websiteId);\n',
    replace: '      const lane = getLane(0);\n',
    program: 'overload',
    // Two seconds of overload are too few to judge goodput by.
    scale: 1,
  },
  {
    name: 'catalogue-missing-now-and-then',
    file: 'src/engine/embedded/live-versions.ts',
    search: "    return live?.kind === 'products' ? live : null;\n",
    replace: "    return live?.kind === 'products' && Math.random() > 0.002 ? live : null;\n",
    program: 'sustained-load',
  },
  {
    name: 'answers-never-freed',
    file: 'src/operations/image-search.ts',
    search: '  const set = shownLadder?.set ?? null;\n  return {\n    version: reader.version,\n',
    replace: `  const set = shownLadder?.set ?? null;
  ((globalThis as { answers?: Uint8Array[] }).answers ??= []).push(new Uint8Array(10_000).fill(1));
  return {
    version: reader.version,\n`,
    program: 'soak',
    scale: 0.05,
  },
  {
    name: 'list-that-computes-for-long',
    file: 'src/http/admin/boxes/handlers.ts',
    search: '      const name = nameById(store.datasets.list(website.id));\n      return store.boxes',
    replace: `      const name = nameById(store.datasets.list(website.id));
      const until = performance.now() + 200;
      while (performance.now() < until);
      return store.boxes`,
    program: 'health',
  },
  {
    name: 'changes-of-other-nodes-not-read',
    file: 'src/engine/embedded/shared/shared-versions.ts',
    search: '(after < lastChange ? rows.changesAfter(dataset, after) : [])',
    replace: '(after < lastChange - 1 ? [] : rows.changesAfter(dataset, after))',
    program: 'cluster',
  },
];
