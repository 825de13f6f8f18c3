import type { RelatedBox } from '../../domain/box.ts';
import type { KeywordReader, KnownPatterns } from '../../engine/engine.ts';
import { createListBudget, createReadyLists, type PackedList, type ReadyLists } from './ready-lists.ts';
import type { RelatedItem, RelatedKeywordsRequest } from './related-keywords-request.ts';

/** Everything that the lists of a box are made from. */
type BoxState = {
  readonly reader: KeywordReader;
  readonly configuration: string;
  readonly lists: ReadyLists;
};

/** Answers a request for a known pattern as it would be answered without ready lists; null: not at once. */
type AnswerAtOnce = (request: RelatedKeywordsRequest) => readonly RelatedItem[] | null;

/** Questions for a box before its lists are made: a change of its settings makes them obsolete. */
const readyDefaults = { after: 512 } as const;

/**
 * Finds the ready list for a request. Two texts with the same normal form have the same list: everything that an answer
 * depends on (stored list, curation, what repeats the pattern) goes by the normal form.
 */
export const createReadyBoxes = (answer: AnswerAtOnce, after: number = readyDefaults.after) => {
  const states = new Map<number, BoxState>();
  const budget = createListBudget();
  /** Boxes are immutable: for the same one, and the same settings, nothing has to be compared. */
  const known = new WeakMap<RelatedBox, { readonly settings: Settings; readonly state: BoxState }>();

  const createState = (
    request: RelatedKeywordsRequest,
    reader: KeywordReader,
    patterns: KnownPatterns,
    configuration: string,
  ): BoxState => {
    const make = (pattern: number): readonly RelatedItem[] | null => {
      const text = patterns.textAt(pattern);
      return patterns.find(text) === pattern ? answer({ ...request, pattern: text }) : null;
    };
    const { size } = request.box;
    return {
      reader,
      configuration,
      lists: createReadyLists({ patterns: patterns.size, size, make, after, budget }),
    };
  };

  const findState = (
    request: RelatedKeywordsRequest,
    reader: KeywordReader,
    patterns: KnownPatterns,
  ): BoxState => {
    const { box } = request;
    const before = known.get(box);
    if (before?.state.reader === reader && isSame(before.settings, request)) return before.state;
    const configuration = JSON.stringify([box, request.dataset, request.redirects ?? [], request.language]);
    const ofBox = states.get(box.id);
    const isCurrent = ofBox?.reader === reader && ofBox.configuration === configuration;
    const state = isCurrent ? ofBox : createState(request, reader, patterns, configuration);
    if (!isCurrent) ofBox?.lists.dispose();
    states.set(box.id, state);
    known.set(box, { settings: toSettings(request), state });
    return state;
  };

  return (request: RelatedKeywordsRequest, reader: KeywordReader): PackedList | null => {
    const patterns = reader.knownPatterns;
    if (patterns === undefined || request.box.kind !== 'relatedKeywords') return null;
    const pattern = patterns.find(request.pattern);
    return pattern < 0 ? null : findState(request, reader, patterns).lists.find(pattern);
  };
};

type Settings = Pick<RelatedKeywordsRequest, 'dataset' | 'redirects' | 'language'>;

const toSettings = ({ dataset, redirects, language }: RelatedKeywordsRequest): Settings => ({
  dataset,
  language,
  ...(redirects && { redirects }),
});

const isSame = (a: Settings, b: Settings): boolean =>
  a.dataset === b.dataset && a.redirects === b.redirects && a.language === b.language;
