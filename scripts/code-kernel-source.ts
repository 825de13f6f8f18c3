import { bitKernel } from './bit-kernel-source.ts';
import { lookupKernel } from './lookup-kernel-source.ts';
import { quantiseKernel } from './quantise-kernel-source.ts';
import { add, addPairs, get, range, set } from './wat-text.ts';

/*
 * The WebAssembly text of the kernel on quantised vectors, in two variants: with the dot product of relaxed SIMD, and
 * with widening multiplications for machines without it. Unrolled loops are easier to generate than to read.
 * `node scripts/write-code-kernel.ts` assembles both into src/engine/embedded/vectors/code-kernel-wasm.ts.
 */

export type Multiply = 'relaxed' | 'widened';

const cells = range(4).flatMap((query) => range(4).map((row) => [query, row] as const));

/** `sum` + the products of 16 row codes (-127 to 127) and 16 query codes (0 to 127), four to a lane. */
const multiplyAdd = (multiply: Multiply, row: string, query: string, sum: string): string => {
  if (multiply === 'relaxed') return `(i32x4.relaxed_dot_i8x16_i7x16_add_s ${row} ${query} ${sum})`;
  const half = (part: string) =>
    `(i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_${part}_i8x16_s ${row} ${query}))`;
  return `(i32x4.add ${sum} (i32x4.add ${half('low')} ${half('high')}))`;
};

/** The same by sums of two products, 16 bits each: 2 × 127 × 127 is the most. */
const addPairProducts = (row: string, query: string, sum: string): string =>
  `(i32x4.add ${sum} (i32x4.dot_i16x8_s (i16x8.relaxed_dot_i8x16_i7x16_s ${row} ${query}) ${get('ones')}))`;

/** Sets $q0 to $q3 to the four queries that are listed at $list. */
const findQueries = range(4)
  .map((n) => {
    const number = `(i32.load offset=${4 * n} ${get('list')})`;
    return set(`q${n}`, add(get('query'), `(i32.mul ${number} ${get('stride')})`));
  })
  .join('\n    ');

/** Four queries against four rows: sixteen chains, which keep both multipliers busy. */
const fourByFour = (multiply: Multiply): string => `
  (func $fourByFour (param $query i32) (param $list i32) (param $r0 i32) (param $stride i32) (param $bytes i32) (param $out i32)
      (param $width i32)
    (local $end i32) ${range(4)
      .map((n) => `(local $q${n} i32)`)
      .join(' ')} ${[1, 2, 3].map((n) => `(local $r${n} i32)`).join(' ')}
    (local $row v128) ${range(4)
      .map((n) => `(local $v${n} v128)`)
      .join(' ')}
    ${cells.map(([q, r]) => `(local $s${q}${r} v128)`).join(' ')}
    ${findQueries}
    ${[1, 2, 3].map((n) => set(`r${n}`, add(get(`r${n - 1}`), get('stride')))).join('\n    ')}
    ${set('end', add(get('q0'), get('bytes')))}
    (loop $next
      ${range(4)
        .map((q) => set(`v${q}`, `(v128.load ${get(`q${q}`)})`))
        .join('\n      ')}
      ${range(4)
        .map((r) =>
          [
            set('row', `(v128.load ${get(`r${r}`)})`),
            ...range(4).map((q) =>
              set(`s${q}${r}`, multiplyAdd(multiply, get('row'), get(`v${q}`), get(`s${q}${r}`))),
            ),
          ].join('\n      '),
        )
        .join('\n      ')}
      ${range(4)
        .map(
          (n) =>
            set(`q${n}`, add(get(`q${n}`), '(i32.const 16)')) +
            set(`r${n}`, add(get(`r${n}`), '(i32.const 16)')),
        )
        .join('\n      ')}
      (br_if $next (i32.lt_u ${get('q0')} ${get('end')})))
    ${range(4)
      .map(
        (q) =>
          set(`s${q}0`, addPairs('i32x4', get(`s${q}0`), get(`s${q}1`))) +
          set(`s${q}2`, addPairs('i32x4', get(`s${q}2`), get(`s${q}3`))) +
          `(v128.store ${get('out')} ${addPairs('i32x4', get(`s${q}0`), get(`s${q}2`))})` +
          set('out', add(get('out'), get('width'))),
      )
      .join('\n    ')})`;

/**
 * Four queries against two rows, for processors of the x86 family without a dot product of bytes: they multiply bytes and
 * add them in pairs, then multiply the pairs by one and add them again. Eight sums, four queries, a row and the ones fit
 * into sixteen registers.
 */
const fourByTwo = `
  (func $fourByTwo (param $query i32) (param $list i32) (param $r0 i32) (param $stride i32) (param $bytes i32) (param $out i32)
      (param $width i32)
    (local $end i32) (local $r1 i32) ${range(4)
      .map((n) => `(local $q${n} i32)`)
      .join(' ')}
    (local $row v128) (local $ones v128) ${range(4)
      .map((n) => `(local $v${n} v128) (local $s${n}0 v128) (local $s${n}1 v128)`)
      .join(' ')}
    ${set('ones', '(v128.const i16x8 1 1 1 1 1 1 1 1)')}
    ${set('r1', add(get('r0'), get('stride')))}
    ${findQueries}
    ${set('end', add(get('q0'), get('bytes')))}
    (loop $next
      ${range(4)
        .map((q) => set(`v${q}`, `(v128.load ${get(`q${q}`)})`))
        .join('\n      ')}
      ${range(2)
        .map((r) =>
          [
            set('row', `(v128.load ${get(`r${r}`)})`),
            ...range(4).map((q) =>
              set(`s${q}${r}`, addPairProducts(get('row'), get(`v${q}`), get(`s${q}${r}`))),
            ),
          ].join('\n      '),
        )
        .join('\n      ')}
      ${['q0', 'q1', 'q2', 'q3', 'r0', 'r1'].map((name) => set(name, add(get(name), '(i32.const 16)'))).join('\n      ')}
      (br_if $next (i32.lt_u ${get('q0')} ${get('end')})))
    ${range(4)
      .map(
        (q) =>
          set(`s${q}0`, addPairs('i32x4', get(`s${q}0`), get(`s${q}1`))) +
          `(v128.store64_lane 0 ${get('out')} ${addPairs('i32x4', get(`s${q}0`), get(`s${q}0`))})` +
          set('out', add(get('out'), get('width'))),
      )
      .join('\n    ')})`;

/** Listed queries against rows that are next to each other, both multiples of 4; sums of one query are contiguous. */
const matrix = (name: string, block: string, blockRows: number): string => `
  (func (export "${name}") (param $query i32) (param $list i32) (param $queries i32) (param $row i32)
      (param $rows i32) (param $stride i32) (param $bytes i32) (param $out i32)
    (local $q i32) (local $r i32) (local $width i32)
    (local.set $width (i32.shl (local.get $rows) (i32.const 2)))
    (loop $nextQueries
      (local.set $r (i32.const 0))
      (loop $nextRows
        (call $${block}
          (local.get $query) (i32.add (local.get $list) (i32.shl (local.get $q) (i32.const 2)))
          (i32.add (local.get $row) (i32.mul (local.get $r) (local.get $stride)))
          (local.get $stride) (local.get $bytes)
          (i32.add (local.get $out)
            (i32.add (i32.mul (local.get $q) (local.get $width)) (i32.shl (local.get $r) (i32.const 2))))
          (local.get $width))
        (local.set $r (i32.add (local.get $r) (i32.const ${blockRows})))
        (br_if $nextRows (i32.lt_u (local.get $r) (local.get $rows))))
      (local.set $q (i32.add (local.get $q) (i32.const 4)))
      (br_if $nextQueries (i32.lt_u (local.get $q) (local.get $queries)))))`;

/**
 * Listed rows lie anywhere in memory. Reading a byte of each line of the next eight rows at once lets the machine wait
 * for all of them together, instead of for one after the other. Rows that are next to each other are read ahead anyway.
 */
const touchRows = `(if (i32.eq ${get('ahead')} ${get('list')})
          (then (if (i32.eq (i32.sub (i32.load offset=28 ${get('list')}) (i32.load ${get('list')})) (i32.const 7))
            (then ${set('ahead', add(get('list'), '(i32.const 32)'))})
            (else (loop $touchRow
              ${set('row', add(get('base'), `(i32.mul (i32.load ${get('ahead')}) ${get('stride')})`))}
              ${set('at', '(i32.const 0)')}
              (loop $touchLine
                (drop (i32.load8_u ${add(get('row'), get('at'))}))
                ${set('at', add(get('at'), '(i32.const 64)'))}
                (br_if $touchLine (i32.lt_u ${get('at')} ${get('bytes')})))
              ${set('ahead', add(get('ahead'), '(i32.const 4)'))}
              (br_if $touchRow (i32.and (i32.lt_u ${get('ahead')} ${get('end')})
                (i32.lt_u ${get('ahead')} ${add(get('list'), '(i32.const 32)')}))))))))`;

/** Walks a list of row numbers; `body` handles the row at $row and leaves an i32. */
const overList = (name: string, locals: string, body: string, parameters = ''): string => `
  (func (export "${name}") (param $query i32) (param $base i32) (param $list i32) (param $count i32)
      (param $stride i32) (param $bytes i32) (param $out i32) ${parameters}
    (local $end i32) (local $row i32) (local $at i32) (local $ahead i32) ${locals}
    ${set('end', add(get('list'), `(i32.shl ${get('count')} (i32.const 2))`))}
    ${set('ahead', get('list'))}
    (block $none
      (br_if $none (i32.eqz ${get('count')}))
      (loop $nextRow
        ${touchRows}
        ${set('row', add(get('base'), `(i32.mul (i32.load ${get('list')}) ${get('stride')})`))}
        ${set('at', '(i32.const 0)')}
        ${body}
        ${set('list', add(get('list'), '(i32.const 4)'))}
        ${set('out', add(get('out'), '(i32.const 4)'))}
        (br_if $nextRow (i32.lt_u ${get('list')} ${get('end')})))))`;

const vectorAt = (base: string): string => `(v128.load ${add(get(base), get('at'))})`;

const overBytes = (step: string): string => `(loop $nextBytes
          ${step}
          ${set('at', add(get('at'), '(i32.const 16)'))}
          (br_if $nextBytes (i32.lt_u ${get('at')} ${get('bytes')})))`;

/** Sets $p0 to $p3 to the rows of the four numbers that are `offset` bytes after the current place in the list. */
const findFour = (offset: number): string =>
  range(4)
    .map((n) => {
      const number = `(i32.load offset=${offset + 4 * n} ${get('list')})`;
      return set(`p${n}`, add(get('base'), `(i32.mul ${number} ${get('stride')})`));
    })
    .join('\n        ');

/** As `touchRows`, for the next four rows: pays where a row has many lines. */
const touchFour = `(if (i32.and (i32.lt_u ${add(get('list'), '(i32.const 16)')} ${get('end')})
            (i32.ne (i32.sub (i32.load offset=28 ${get('list')}) (i32.load ${get('list')})) (i32.const 7)))
          (then
            ${findFour(16)}
            ${set('at', '(i32.const 0)')}
            (loop $touchLines
              ${range(4)
                .map((n) => `(drop (i32.load8_u ${add(get(`p${n}`), get('at'))}))`)
                .join('\n              ')}
              ${set('at', add(get('at'), '(i32.const 64)'))}
              (br_if $touchLines (i32.lt_u ${get('at')} ${get('bytes')})))))`;

/** Reads a byte of each of four rows further ahead: finding their pages takes as long as reading them. */
const touchPages = `(if (i32.lt_u ${add(get('list'), '(i32.const 32)')} ${get('end')})
          (then
            ${findFour(32)}
            ${range(4)
              .map((n) => `(drop (i32.load8_u ${get(`p${n}`)}))`)
              .join('\n            ')}))
        ${touchFour}`;

/**
 * Walks a list of row numbers, four at a time: the machine waits for their memory together, and reads the query once.
 * `body` handles the rows at $p0 to $p3, `ahead` comes before it.
 */
const overFours = (name: string, locals: string, body: string, parameters = '', ahead = ''): string => `
  (func (export "${name}") (param $query i32) (param $base i32) (param $list i32) (param $count i32)
      (param $stride i32) (param $bytes i32) (param $out i32) ${parameters}
    (local $end i32) (local $at i32) (local $queryEnd i32) ${range(4)
      .map((n) => `(local $p${n} i32)`)
      .join(' ')} ${locals}
    ${set('end', add(get('list'), `(i32.shl ${get('count')} (i32.const 2))`))}
    ${set('queryEnd', add(get('query'), get('bytes')))}
    (block $none
      (br_if $none (i32.eqz ${get('count')}))
      (loop $nextRows
        ${ahead}
        ${findFour(0)}
        ${set('at', get('query'))}
        ${body}
        ${set('list', add(get('list'), '(i32.const 16)'))}
        ${set('out', add(get('out'), '(i32.const 16)'))}
        (br_if $nextRows (i32.lt_u ${get('list')} ${get('end')})))))`;

/** `step` compares 16 bytes at $at of the query with those at the four places, which then move on. */
const overQuery = (step: string): string => `(loop $nextBytes
          ${step}
          ${range(4)
            .map((n) => set(`p${n}`, add(get(`p${n}`), '(i32.const 16)')))
            .join('\n          ')}
          ${set('at', add(get('at'), '(i32.const 16)'))}
          (br_if $nextBytes (i32.lt_u ${get('at')} ${get('queryEnd')})))`;

const eachSum = (write: (n: number) => string): string => range(4).map(write).join('\n          ');

const scoreParameters = '(param $values i32) (param $factor f32)';

/** Scores from the sums in $s0 to $s3, added to the floats at $out: each row has its scale and its offset $values after its first byte. */
const addCodeScores = `${set('s0', addPairs('i32x4', get('s0'), get('s1')))}
        ${set('s2', addPairs('i32x4', get('s2'), get('s3')))}
        ${set('s0', addPairs('i32x4', get('s0'), get('s2')))}
        ${findFour(0)}
        ${eachSum(
          (n) => `${set('s1', `(v128.load32_lane ${n} ${add(get(`p${n}`), get('values'))} ${get('s1')})`)}
          ${set('s2', `(v128.load32_lane offset=4 ${n} ${add(get(`p${n}`), get('values'))} ${get('s2')})`)}`,
        )}
        (v128.store ${get('out')} (f32x4.add (v128.load ${get('out')})
          (f32x4.mul (f32x4.mul (f32x4.splat ${get('factor')}) ${get('s1')})
            (f32x4.convert_i32x4_s (i32x4.sub ${get('s0')} ${get('s2')})))))`;

const codeScores = (name: string, multiply: Multiply): string =>
  overFours(
    name,
    `(local $part v128) ${eachSum((n) => `(local $s${n} v128)`)}`,
    `${eachSum((n) => set(`s${n}`, '(v128.const i32x4 0 0 0 0)'))}
        ${overQuery(
          `${set('part', `(v128.load ${get('at')})`)}
          ${eachSum((n) => set(`s${n}`, multiplyAdd(multiply, `(v128.load ${get(`p${n}`)})`, get('part'), get(`s${n}`))))}`,
        )}
        ${addCodeScores}`,
    scoreParameters,
    touchFour,
  );

/** As `overQuery`, two steps at a time: moving four places takes as long as multiplying at one of them. */
const overQueryTwice = (step: (offset: number) => string): string => {
  const move = (bytes: number): string =>
    [...range(4).map((n) => `p${n}`), 'at']
      .map((name) => set(name, add(get(name), `(i32.const ${bytes})`)))
      .join('\n          ');
  return `(block $noTwo
          (br_if $noTwo (i32.lt_u ${get('bytes')} (i32.const 32)))
          (loop $nextBytes
            ${step(0)}
            ${step(16)}
            ${move(32)}
            (br_if $nextBytes (i32.lt_u ${add(get('at'), '(i32.const 16)')} ${get('queryEnd')}))))
        (if (i32.lt_u ${get('at')} ${get('queryEnd')}) (then ${step(0)}))`;
};

/** The same by pairs of products, for machines on which that takes fewer instructions. */
const codeScoresByPairs = overFours(
  'codeScoresByPairs',
  `(local $part v128) (local $ones v128) ${eachSum((n) => `(local $s${n} v128)`)}`,
  `${set('ones', '(v128.const i16x8 1 1 1 1 1 1 1 1)')}
        ${eachSum((n) => set(`s${n}`, '(v128.const i32x4 0 0 0 0)'))}
        ${overQueryTwice(
          (offset) => `${set('part', `(v128.load offset=${offset} ${get('at')})`)}
          ${eachSum((n) => set(`s${n}`, addPairProducts(`(v128.load offset=${offset} ${get(`p${n}`)})`, get('part'), get(`s${n}`))))}`,
        )}
        ${addCodeScores}`,
  scoreParameters,
  touchPages,
);

const addDiffering = (n: number, word: string, offset: number): string =>
  set(
    `s${n}`,
    `(i64.add ${get(`s${n}`)} (i64.popcnt (i64.xor ${get(word)} (i64.load offset=${offset} ${get(`p${n}`)}))))`,
  );

/** A score from the number of differing bits, added to the float at $out. At $at are the two floats after a row. */
const addEstimate = (at: string, differing: string, offset: number): string =>
  `(f32.store offset=${offset} ${get('out')} (f32.add (f32.load offset=${offset} ${get('out')}) (f32.add
          (f32.mul ${get('weight')} (f32.load ${at}))
          (f32.mul (f32.mul ${get('own')} (f32.load offset=4 ${at}))
            (f32.load ${add(get('cosines'), `(i32.shl ${differing} (i32.const 2))`)})))))`;

const estimateParameters = '(param $cosines i32) (param $weight f32) (param $own f32)';

/**
 * Scores from bits. Bytes count up to 8 differing bits a step, so up to 31 steps (496 bytes, 3,968 dimensions) fit into a
 * byte. After the bits of a row are two floats: its product with the mean, and its distance from the mean.
 */
const estimates = overList(
  'estimates',
  '(local $sum v128)',
  `${set('sum', '(v128.const i32x4 0 0 0 0)')}
        ${overBytes(set('sum', `(i8x16.add ${get('sum')} (i8x16.popcnt (v128.xor ${vectorAt('row')} ${vectorAt('query')})))`))}
        ${set('sum', `(i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u ${get('sum')}))`)}
        ${set('sum', addPairs('i32x4', get('sum'), get('sum')))}
        ${addEstimate(
          add(get('row'), get('bytes')),
          `(i32.add (i32x4.extract_lane 0 ${get('sum')}) (i32x4.extract_lane 1 ${get('sum')}))`,
          0,
        )}`,
  estimateParameters,
);

/** The same scores: processors of the x86 family count the bits of a word in one instruction, but not those of bytes. */
const estimatesByWords = overFours(
  'estimatesByWords',
  `(local $low i64) (local $high i64) ${eachSum((n) => `(local $s${n} i64)`)}`,
  `${eachSum((n) => set(`s${n}`, '(i64.const 0)'))}
        ${overQuery(
          `${set('low', `(i64.load ${get('at')})`)}
          ${set('high', `(i64.load offset=8 ${get('at')})`)}
          ${eachSum((n) => addDiffering(n, 'low', 0))}
          ${eachSum((n) => addDiffering(n, 'high', 8))}`,
        )}
        ${eachSum((n) => addEstimate(get(`p${n}`), `(i32.wrap_i64 ${get(`s${n}`)})`, 4 * n))}`,
  estimateParameters,
);

/** Float32, in the order of kernel.wat: four lanes, then (0 + 1) + (2 + 3). The result has the same bits. */
const addLanes = (sum: string): string => `(f32.add
          (f32.add (f32x4.extract_lane 0 ${sum}) (f32x4.extract_lane 1 ${sum}))
          (f32.add (f32x4.extract_lane 2 ${sum}) (f32x4.extract_lane 3 ${sum})))`;

/** One row after the other, each addition would wait for the one before it. */
const floats = overFours(
  'floats',
  `(local $part v128) ${eachSum((n) => `(local $s${n} v128)`)}`,
  `${eachSum((n) => set(`s${n}`, '(v128.const f32x4 0 0 0 0)'))}
        ${overQuery(
          `${set('part', `(v128.load ${get('at')})`)}
          ${eachSum((n) => set(`s${n}`, `(f32x4.add ${get(`s${n}`)} (f32x4.mul ${get('part')} (v128.load ${get(`p${n}`)})))`))}`,
        )}
        ${eachSum((n) => `(f32.store offset=${4 * n} ${get('out')} ${addLanes(get(`s${n}`))})`)}`,
  '',
  touchFour,
);

const quad = (base: string): string =>
  `(v128.load ${add(get(base), `(i32.shl ${get('at')} (i32.const 2))`)})`;

/** Which of the scores (product - offset) × scale reach a floor: their positions at $out, and how many there are. */
const above = `
  (func (export "above") (param $products i32) (param $offsets i32) (param $scales i32) (param $count i32)
      (param $floor f32) (param $out i32) (result i32)
    (local $at i32) (local $mask i32) (local $found i32) (local $floors v128)
    ${set('floors', `(f32x4.splat ${get('floor')})`)}
    (loop $next
      ${set(
        'mask',
        `(i32x4.bitmask (f32x4.ge
          (f32x4.mul (f32x4.convert_i32x4_s (i32x4.sub ${quad('products')} ${quad('offsets')})) ${quad('scales')})
          ${get('floors')}))`,
      )}
      (block $none
        (br_if $none (i32.eqz ${get('mask')}))
        (loop $lanes
          (i32.store ${add(get('out'), `(i32.shl ${get('found')} (i32.const 2))`)} ${add(get('at'), `(i32.ctz ${get('mask')})`)})
          ${set('found', add(get('found'), '(i32.const 1)'))}
          ${set('mask', `(i32.and ${get('mask')} (i32.sub ${get('mask')} (i32.const 1)))`)}
          (br_if $lanes ${get('mask')})))
      ${set('at', add(get('at'), '(i32.const 4)'))}
      (br_if $next (i32.lt_u ${get('at')} ${get('count')})))
    ${get('found')})`;

const matrices = (multiply: Multiply): string => {
  const plain = `${fourByFour(multiply)}${matrix('matrix', 'fourByFour', 4)}`;
  return multiply === 'relaxed'
    ? `${plain}${fourByTwo}${matrix('matrixByPairs', 'fourByTwo', 2)}`
    : `${plain}${matrix('matrixByPairs', 'fourByFour', 4)}`;
};

export const createKernelSource = (multiply: Multiply): string =>
  `(module
  (import "kernel" "memory" (memory 1 65536 shared))${matrices(multiply)}${codeScores('codeScores', multiply)}${multiply === 'relaxed' ? codeScoresByPairs : codeScores('codeScoresByPairs', multiply)}${estimates}${estimatesByWords}${floats}${above}${bitKernel(multiply === 'relaxed')}${lookupKernel(multiply === 'relaxed')}${quantiseKernel})`;

/** What wabt must accept. */
export const kernelFeatures = { simd: true, relaxed_simd: true, threads: true, bulk_memory: true };
