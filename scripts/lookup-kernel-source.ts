import { add, addPairs, get, joinLanes, range, set } from './wat-text.ts';

/*
 * The part of the kernel that compares the bits of many rows side by side with a query that is not in bits: see
 * code-kernel.ts for what it does, bit-blocks.ts for where the bits are. Four bits of a row choose one of sixteen sums of
 * the query, and one instruction looks up those of sixteen rows.
 */

/** Fours of bits in a round, after which sums of bytes are full; bytes of a table, and of the same four bits of a block. */
const [round, tableBytes] = [16, 16];

/** Rows of a block, in sums of eight. */
const rows = 32;
const eights = range(rows / 8);

const lookUp = (relaxed: boolean, bits: string): string =>
  `(i8x16.${relaxed ? 'relaxed_swizzle' : 'swizzle'} ${get('table')} ${bits})`;

const addFour = (relaxed: boolean, index: number): string => {
  const offset = index * tableBytes;
  const low = lookUp(relaxed, `(v128.and ${get('bits')} ${get('low')})`);
  const high = lookUp(relaxed, `(v128.and (i16x8.shr_u ${get('bits')} (i32.const 4)) ${get('low')})`);
  return `${set('table', `(v128.load offset=${offset} ${get('at')})`)}
          ${set('bits', `(v128.load offset=${offset} ${get('row')})`)}
          ${set('b0', index === 0 ? low : `(i8x16.add ${get('b0')} ${low})`)}
          ${set('b1', index === 0 ? high : `(i8x16.add ${get('b1')} ${high})`)}`;
};

const widen = (n: number): string =>
  set(
    `s${n}`,
    `(i16x8.add ${get(`s${n}`)} (i16x8.extend_${n % 2 === 0 ? 'low' : 'high'}_i8x16_u ${get(`b${n >> 1}`)}))`,
  );

/** Scores of four rows: at $row are the first floats of all rows of the block, then the second ones. */
const addScores = (four: number): string => {
  const offset = four * 16;
  const sums = `(f32x4.convert_i32x4_u (i32x4.extend_${four % 2 === 0 ? 'low' : 'high'}_i16x8_u ${get(`s${four >> 1}`)}))`;
  return `(v128.store offset=${offset} ${get('out')} (f32x4.add
          (v128.and (i32x4.splat ${get('kept')}) (v128.load offset=${offset} ${get('out')})) (f32x4.add
          (f32x4.mul (f32x4.splat ${get('weight')}) (v128.load offset=${offset} ${get('row')}))
          (f32x4.mul (v128.load offset=${offset + rows * 4} ${get('row')})
            (f32x4.add (f32x4.splat ${get('least')}) (f32x4.mul (f32x4.splat ${get('each')}) ${sums}))))))`;
};

/** Sums are whole numbers of so many bits below a step: shifted, they are rounded. */
const fraction = 16;
const shiftDown = (sums: string): string => `(i32x4.shr_s ${sums} (i32.const ${fraction}))`;

/** Lane `n` of $doubled in the lanes that are set in `lanes`, 0 in the others. */
const spread = (n: number, lanes: readonly boolean[]): string => {
  const bytes = lanes.flatMap((isSet) => range(4).map((byte) => (isSet ? 4 * n : 16) + byte));
  return `(i8x16.shuffle ${bytes.join(' ')} ${get('doubled')} (v128.const i32x4 0 0 0 0))`;
};

const everyLane = [true, true, true, true];

const fourTables = range(4);

const sumPair = (n: number): string => addPairs('f32x4', get(`d${n}`), get(`d${n + 1}`));

const subtractMean = (n: number): string => {
  const offset = n * 16;
  return `${set(`d${n}`, `(f32x4.sub (v128.load offset=${offset} ${get('numbers')}) (v128.load offset=${offset} ${get('mean')}))`)}
        (v128.store offset=${offset} ${get('numbers')} ${get(`d${n}`)})
        ${set(`d${n}`, `(f32x4.abs ${get(`d${n}`)})`)}`;
};

/** The sums of tables go from minus to plus the sum of the sizes of their numbers. */
const measureTables = `
  (func (export "measureTables") (param $numbers i32) (param $mean i32) (param $tables i32) (param $out i32)
    (local $end i32) (local $sum v128) (local $widest v128) ${fourTables.map((n) => `(local $d${n} v128)`).join(' ')}
    ${set('end', add(get('numbers'), `(i32.mul ${get('tables')} (i32.const 16))`))}
    (block $none
      (loop $next
        (br_if $none (i32.ge_u ${get('numbers')} ${get('end')}))
        ${fourTables.map(subtractMean).join('\n        ')}
        ${set('d0', addPairs('f32x4', sumPair(0), sumPair(2)))}
        ${set('sum', `(f32x4.add ${get('sum')} ${get('d0')})`)}
        ${set('widest', `(f32x4.pmax ${get('widest')} ${get('d0')})`)}
        ${set('numbers', add(get('numbers'), '(i32.const 64)'))}
        ${set('mean', add(get('mean'), '(i32.const 64)'))}
        (br $next)))
    (f32.store ${get('out')} (f32.neg ${joinLanes('f32.add', get('sum'))}))
    (f32.store offset=4 ${get('out')} (f32.mul (f32.const 2) ${joinLanes('f32.max', get('widest'))})))`;

/** A table is the sum without any of its four numbers, and with the first, the second, both, then the same with the third, and so on. */
const writeTables = `
  (func (export "writeTables") (param $numbers i32) (param $tables i32) (param $perUnit f32) (param $out i32)
    (local $end i32) (local $scaled v128) (local $whole v128) (local $doubled v128) (local $none v128) (local $fourth v128)
    (local $sizes v128)
    ${set('end', add(get('out'), `(i32.mul ${get('tables')} (i32.const ${tableBytes}))`))}
    (block $nothing
      (br_if $nothing (i32.eqz ${get('tables')}))
      (loop $next
        ${set('scaled', `(f32x4.mul (v128.load ${get('numbers')}) (f32x4.splat (f32.mul ${get('perUnit')} (f32.const ${2 ** fraction}))))`)}
        ${set('whole', `(i32x4.trunc_sat_f32x4_s ${get('scaled')})`)}
        ${set('doubled', `(i32x4.shl ${get('whole')} (i32.const 1))`)}
        ${set('sizes', `(i32x4.abs ${get('whole')})`)}
        ${set('sizes', `(i32x4.sub ${get('sizes')} ${get('whole')})`)}
        ${set(
          'none',
          `(i32x4.splat ${range(4)
            .map((n) => `(i32x4.extract_lane ${n} ${get('sizes')})`)
            .reduce(add, `(i32.const ${2 ** (fraction - 1)})`)})`,
        )}
        ${set('none', `(i32x4.add ${get('none')} (i32x4.add ${spread(0, [false, true, false, true])} ${spread(1, [false, false, true, true])}))`)}
        ${set('fourth', `(i32x4.add ${get('none')} ${spread(3, everyLane)})`)}
        (v128.store ${get('out')} (i8x16.narrow_i16x8_u
          (i16x8.narrow_i32x4_s ${shiftDown(get('none'))} ${shiftDown(`(i32x4.add ${get('none')} ${spread(2, everyLane)})`)})
          (i16x8.narrow_i32x4_s ${shiftDown(get('fourth'))} ${shiftDown(`(i32x4.add ${get('fourth')} ${spread(2, everyLane)})`)})))
        ${set('numbers', add(get('numbers'), '(i32.const 16)'))}
        ${set('out', add(get('out'), `(i32.const ${tableBytes})`))}
        (br_if $next (i32.lt_u ${get('out')} ${get('end')})))))`;

export const lookupKernel = (relaxed: boolean): string => `${measureTables}${writeTables}
  (func (export "lookUp") (param $tables i32) (param $row i32) (param $blocks i32) (param $bytes i32) (param $out i32)
      (param $weight f32) (param $least f32) (param $each f32) (param $kept i32)
    (local $at i32) (local $end i32) (local $table v128) (local $bits v128) (local $low v128) (local $b0 v128)
    (local $b1 v128) ${eights.map((n) => `(local $s${n} v128)`).join(' ')}
    ${set('low', `(i8x16.splat (i32.const 15))`)}
    ${set('end', add(get('tables'), get('bytes')))}
    (block $none
      (br_if $none (i32.eqz ${get('blocks')}))
      (loop $nextBlock
        ${eights.map((n) => set(`s${n}`, '(v128.const i32x4 0 0 0 0)')).join('\n        ')}
        ${set('at', get('tables'))}
        (loop $nextRound
          ${range(round)
            .map((index) => addFour(relaxed, index))
            .join('\n          ')}
          ${eights.map(widen).join('\n          ')}
          ${set('row', add(get('row'), `(i32.const ${round * tableBytes})`))}
          ${set('at', add(get('at'), `(i32.const ${round * tableBytes})`))}
          (br_if $nextRound (i32.lt_u ${get('at')} ${get('end')})))
        ${range(rows / 4)
          .map(addScores)
          .join('\n        ')}
        ${set('row', add(get('row'), `(i32.const ${rows * 8})`))}
        ${set('out', add(get('out'), `(i32.const ${rows * 4})`))}
        ${set('blocks', `(i32.sub ${get('blocks')} (i32.const 1))`)}
        (br_if $nextBlock ${get('blocks')}))))`;
