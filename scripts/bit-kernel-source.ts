import { add, get, range, set } from './wat-text.ts';

/*
 * The part of the kernel that compares bits, and that finds the highest of many scores: see code-kernel.ts for what each
 * function does. Bits are counted by words or by bytes, whichever a processor has an instruction for.
 */

/** Bits of a number of the query, and bytes that are compared at a time: see bit-query.ts. */
const [planes, step] = [3, 16];

const rowOf = (list: string, stride: string): string =>
  add(get('base'), `(i32.mul (i32.load ${list}) ${stride})`);

/** Walks a list of row numbers; `body` handles the row at $row and adds to the float at $out. */
const overList = (name: string, parameters: string, locals: string, before: string, body: string): string => `
  (func (export "${name}") (param $query i32) (param $base i32) (param $list i32) (param $count i32) ${parameters}
    (local $end i32) (local $row i32) ${locals}
    ${set('end', add(get('list'), `(i32.shl ${get('count')} (i32.const 2))`))}
    ${before}
    (block $none
      (br_if $none (i32.eqz ${get('count')}))
      (loop $nextRow
        ${body}
        ${set('list', add(get('list'), '(i32.const 4)'))}
        ${set('out', add(get('out'), '(i32.const 4)'))}
        (br_if $nextRow (i32.lt_u ${get('list')} ${get('end')})))))`;

const addToOut = (score: string): string =>
  `(f32.store ${get('out')} (f32.add (f32.load ${get('out')}) ${score}))`;

const sum = (parts: readonly string[], operation: string): string =>
  parts.reduce((all, part) => `(${operation} ${all} ${part})`);

/** Lines of the row that comes four later: rows lie anywhere, and the machine waits for several of them together. */
const touchAhead = `(if (i32.lt_u ${add(get('list'), '(i32.const 16)')} ${get('end')})
          (then
            ${set('row', rowOf(add(get('list'), '(i32.const 16)'), get('stride')))}
            (drop (i32.load8_u ${get('row')}))
            (drop (i32.load8_u ${add(get('row'), `(i32.shr_u ${get('bytes')} (i32.const 1))`)}))
            (drop (i32.load8_u ${add(get('row'), get('bytes'))}))))`;

const weightedParameters =
  '(param $stride i32) (param $bytes i32) (param $out i32) (param $weight f32) (param $ones f32) (param $each f32)';

/** `count` compares one step of a row with each plane; `total` gives the weighted number of differing bits. */
const weighted = (name: string, locals: string, zero: string, count: string, total: string): string =>
  overList(
    name,
    weightedParameters,
    `(local $at i32) (local $rowEnd i32) ${locals}`,
    '',
    `${touchAhead}
        ${set('row', rowOf(get('list'), get('stride')))}
        ${set('rowEnd', add(get('row'), get('bytes')))}
        ${set('at', get('query'))}
        ${range(planes)
          .map((plane) => set(`s${plane}`, zero))
          .join('\n        ')}
        (loop $nextBytes
          ${count}
          ${set('at', add(get('at'), `(i32.const ${planes * step})`))}
          ${set('row', add(get('row'), `(i32.const ${step})`))}
          (br_if $nextBytes (i32.lt_u ${get('row')} ${get('rowEnd')})))
        ${addToOut(`(f32.add
          (f32.mul ${get('weight')} (f32.load ${get('row')}))
          (f32.mul (f32.load offset=4 ${get('row')})
            (f32.sub ${get('ones')} (f32.mul ${get('each')} (f32.convert_i32_u ${total})))))`)}`,
  );

/** The four rows of a round are compared side by side: the machine waits for their memory together. */
const fours = range(4);

/** Bits of a word of row `n` that differ from each plane of the query, those of plane k counted 2^k times. */
const addWord = (n: number, offset: number): string => {
  const count = (plane: number) =>
    `(i64.shl (i64.popcnt (i64.xor ${get('word')} (i64.load offset=${plane * step + offset} ${get('at')}))) (i64.const ${plane}))`;
  return `${set('word', `(i64.load offset=${offset} ${get(`p${n}`)})`)}
          ${set(`s${n}`, sum([get(`s${n}`), ...range(planes).map(count)], 'i64.add'))}`;
};

const addWeighted = (n: number): string =>
  `(f32.store offset=${4 * n} ${get('out')} (f32.add (f32.load offset=${4 * n} ${get('out')}) (f32.add
          (f32.mul ${get('weight')} (f32.load ${get(`p${n}`)}))
          (f32.mul (f32.load offset=4 ${get(`p${n}`)})
            (f32.sub ${get('ones')} (f32.mul ${get('each')} (f32.convert_i32_u (i32.wrap_i64 ${get(`s${n}`)}))))))))`;

const weightedByWords = `
  (func (export "weightedByWords") (param $query i32) (param $base i32) (param $list i32) (param $count i32)
      ${weightedParameters}
    (local $end i32) (local $at i32) (local $queryEnd i32) (local $word i64)
    ${fours.map((n) => `(local $p${n} i32) (local $s${n} i64)`).join(' ')}
    ${set('end', add(get('list'), `(i32.shl ${get('count')} (i32.const 2))`))}
    ${set('queryEnd', add(get('query'), `(i32.mul ${get('bytes')} (i32.const ${planes}))`))}
    (block $none
      (br_if $none (i32.eqz ${get('count')}))
      (loop $nextRows
        ${fours
          .map((n) => {
            const number = `(i32.load offset=${4 * n} ${get('list')})`;
            return `${set(`p${n}`, add(get('base'), `(i32.mul ${number} ${get('stride')})`))}
        ${set(`s${n}`, '(i64.const 0)')}`;
          })
          .join('\n        ')}
        ${set('at', get('query'))}
        (loop $nextBytes
          ${fours.map((n) => `${addWord(n, 0)}\n          ${addWord(n, 8)}`).join('\n          ')}
          ${fours.map((n) => set(`p${n}`, add(get(`p${n}`), `(i32.const ${step})`))).join('\n          ')}
          ${set('at', add(get('at'), `(i32.const ${planes * step})`))}
          (br_if $nextBytes (i32.lt_u ${get('at')} ${get('queryEnd')})))
        ${fours.map(addWeighted).join('\n        ')}
        ${set('list', add(get('list'), '(i32.const 16)'))}
        ${set('out', add(get('out'), '(i32.const 16)'))}
        (br_if $nextRows (i32.lt_u ${get('list')} ${get('end')})))))`;

/** Bytes count up to 8 differing bits a step, so up to 31 steps (496 bytes, 3,968 dimensions) fit into a byte. */
const differingBytes = (plane: number): string =>
  set(
    `s${plane}`,
    `(i8x16.add ${get(`s${plane}`)}
            (i8x16.popcnt (v128.xor ${get('part')} (v128.load offset=${plane * step} ${get('at')}))))`,
  );

const wide = (plane: number): string =>
  `(i32x4.shl (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u ${get(`s${plane}`)})) (i32.const ${plane}))`;

const weightedByBytes = weighted(
  'weightedByBytes',
  `(local $part v128) ${range(planes)
    .map((plane) => `(local $s${plane} v128)`)
    .join(' ')}`,
  '(v128.const i32x4 0 0 0 0)',
  `${set('part', `(v128.load ${get('row')})`)}
          ${range(planes).map(differingBytes).join('\n          ')}`,
  `(block (result i32)
            ${set('s0', sum(range(planes).map(wide), 'i32x4.add'))}
            ${sum(
              range(4).map((lane) => `(i32x4.extract_lane ${lane} ${get('s0')})`),
              'i32.add',
            )})`,
);

/** Loads the next of four scores. */
const loadScore = (
  lane: number,
): string => `${set('four', `(v128.load32_lane ${lane} ${get('scores')} ${get('four')})`)}
        ${set('scores', add(get('scores'), get('step')))}`;

/** Bins of $four, as addresses. Not a number is less than everything. */
const findBins = (relaxed: boolean): string => {
  const bins = `(f32x4.mul (f32x4.sub ${get('four')} (f32x4.splat ${get('lowest')})) (f32x4.splat ${get('perUnit')}))`;
  const inside = `(f32x4.pmin ${get('highest')} (f32x4.pmax (v128.const i32x4 0 0 0 0) ${bins}))`;
  const whole = `(i32x4.${relaxed ? 'relaxed_trunc' : 'trunc_sat'}_f32x4_s ${inside})`;
  return set('four', `(i32x4.add (i32x4.splat ${get('counts')}) (i32x4.shl ${whole} (i32.const 2)))`);
};

const countLane = (lane: number): string => `${set('bin', `(i32x4.extract_lane ${lane} ${get('four')})`)}
        (i32.store ${get('bin')} (i32.add (i32.load ${get('bin')}) (i32.const 1)))`;

/** Four scores at a time, then the others one by one. */
const countScores = (relaxed: boolean): string => `
  (func (export "countScores") (param $scores i32) (param $end i32) (param $step i32) (param $lowest f32)
      (param $perUnit f32) (param $counts i32) (param $last i32)
    (local $bin i32) (local $lastFour i32) (local $four v128) (local $highest v128)
    (memory.fill ${get('counts')} (i32.const 0) (i32.shl ${add(get('last'), '(i32.const 1)')} (i32.const 2)))
    ${set('highest', `(f32x4.splat (f32.convert_i32_s ${get('last')}))`)}
    ${set('lastFour', `(i32.mul ${get('step')} (i32.const 3))`)}
    (block $noFour
      (loop $nextFour
        (br_if $noFour (i32.ge_u ${add(get('scores'), get('lastFour'))} ${get('end')}))
        ${fours.map(loadScore).join('\n        ')}
        ${findBins(relaxed)}
        ${fours.map(countLane).join('\n        ')}
        (br $nextFour)))
    (block $none
      (loop $next
        (br_if $none (i32.ge_u ${get('scores')} ${get('end')}))
        ${loadScore(0)}
        ${findBins(relaxed)}
        ${countLane(0)}
        (br $next))))`;

const findBin = `
  (func (export "findBin") (param $counts i32) (param $bins i32) (param $wanted i32) (result i32)
    (local $at i32) (local $reached i32)
    ${set('at', add(get('counts'), `(i32.shl ${get('bins')} (i32.const 2))`))}
    (block $found
      (loop $next
        (br_if $found (i32.le_u ${get('at')} ${get('counts')}))
        (br_if $found (i32.ge_u ${get('reached')} ${get('wanted')}))
        ${set('at', `(i32.sub ${get('at')} (i32.const 4))`)}
        ${set('reached', add(get('reached'), `(i32.load ${get('at')})`))}
        (br $next)))
    (i32.shr_u (i32.sub ${get('at')} ${get('counts')}) (i32.const 2)))`;

/** Writes the place of lane `lane`, and keeps it where the lane is in the mask: a branch would often be guessed wrong. */
const keepLane = (lane: number): string => {
  const bit = `(i32.and ${get('mask')} (i32.const ${1 << lane}))`;
  const bytes =
    lane <= 2 ? `(i32.shl ${bit} (i32.const ${2 - lane}))` : `(i32.shr_u ${bit} (i32.const ${lane - 2}))`;
  return `(i32.store ${get('found')} ${add(get('at'), `(i32.const ${lane})`)})
      ${set('found', add(get('found'), bytes))}`;
};

const reaching = `
  (func (export "reaching") (param $scores i32) (param $count i32) (param $floor f32) (param $out i32) (result i32)
    (local $at i32) (local $mask i32) (local $found i32) (local $floors v128)
    ${set('floors', `(f32x4.splat ${get('floor')})`)}
    ${set('found', get('out'))}
    (loop $next
      ${set('mask', `(i32x4.bitmask (f32x4.ge (v128.load ${add(get('scores'), `(i32.shl ${get('at')} (i32.const 2))`)}) ${get('floors')}))`)}
      ${fours.map(keepLane).join('\n      ')}
      ${set('at', add(get('at'), '(i32.const 4)'))}
      (br_if $next (i32.lt_u ${get('at')} ${get('count')})))
    (i32.shr_u (i32.sub ${get('found')} ${get('out')}) (i32.const 2)))`;

export const bitKernel = (relaxed: boolean): string =>
  `${weightedByWords}${weightedByBytes}${countScores(relaxed)}${findBin}${reaching}`;
