/** A fault that is put into a copy of the product, and the program that must catch it. */
export type InjectedFault = {
  readonly name: string;
  readonly file: string;
  /** A text that occurs once in the file, and what replaces it. */
  readonly search: string;
  readonly replace: string;
  readonly program: string;
};

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
    file: 'src/http/edge/run-in-slot.ts',
    search: '  if (result instanceof Promise) return result.finally(release);\n  release();\n',
    replace: '  void release;\n',
    program: 'attack',
  },
  {
    name: 'checksums-ignored',
    file: 'src/engine/embedded/storage/blocks.ts',
    search: 'if (!(await matchesBlock(content, expected, block)))',
    replace: 'if (!(await matchesBlock(content, expected, block)) && content.length === 0)',
    program: 'corruption',
  },
  {
    name: 'full-disk-as-500',
    file: 'src/service/disk-full.ts',
    search: 'if (!isDiskFull(error)) throw error;',
    replace: 'if (!isDiskFull(error) || error !== null) throw error;',
    program: 'disk-full',
  },
  {
    name: 'configuration-never-read-again',
    file: 'src/service/memoize-per-tick.ts',
    search: '      setImmediate(forget);\n',
    replace: '      void forget;\n',
    program: 'keys',
  },
  {
    name: 'stop-without-grace',
    file: 'src/http/server.ts',
    search: '  await guard.drain();\n',
    replace: '  closing.closeAll();\n',
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
    file: 'src/limits/sliding-window.ts',
    search: 'return used.calls < calls ? 0 : used.releaseMs;',
    replace: 'return used.calls <= calls ? 0 : used.releaseMs;',
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
];
