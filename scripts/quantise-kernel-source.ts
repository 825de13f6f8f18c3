import { add, get, joinLanes, set } from './wat-text.ts';

/*
 * The part of the kernel that writes the numbers of a query as codes: see code-kernel.ts for what it does, quantise.ts for
 * the same of one number after the other.
 */

/** Calls `step` for each four floats from $numbers to $end, which add up to a vector; returns `total` of it. */
const overNumbers = (name: string, step: string, total: string): string => `
  (func (export "${name}") (param $numbers i32) (param $end i32) (result f32)
    (local $four v128) (local $sum v128)
    (block $none
      (loop $next
        (br_if $none (i32.ge_u ${get('numbers')} ${get('end')}))
        ${set('four', `(v128.load ${get('numbers')})`)}
        ${set('sum', step)}
        ${set('numbers', add(get('numbers'), '(i32.const 16)'))}
        (br $next)))
    ${joinLanes(total, get('sum'))})`;

const findLargest = overNumbers(
  'findLargest',
  `(f32x4.pmax ${get('sum')} (f32x4.abs ${get('four')}))`,
  'f32.max',
);

const sumSquares = overNumbers(
  'sumSquares',
  `(f32x4.add ${get('sum')} (f32x4.mul ${get('four')} ${get('four')}))`,
  'f32.add',
);

/** Four numbers as codes of 32 bits. */
const encodeFour = (place: number): string =>
  `(i32x4.trunc_sat_f32x4_s (f32x4.floor (f32x4.add ${get('zero')}
            (f32x4.mul (f32x4.splat ${get('perUnit')}) (v128.load offset=${16 * place} ${get('numbers')})))))`;

const encodeEight = (first: number): string =>
  `(i16x8.narrow_i32x4_s ${encodeFour(first)} ${encodeFour(first + 1)})`;

/** Half a step more than where 0 is: what is below a number is then the nearest one. */
const encodeNumbers = `
  (func (export "encodeNumbers") (param $numbers i32) (param $end i32) (param $perUnit f32) (param $offset i32) (param $out i32)
    (local $zero v128)
    ${set('zero', `(f32x4.splat (f32.add (f32.convert_i32_s ${get('offset')}) (f32.const 0.5)))`)}
    (block $none
      (loop $next
        (br_if $none (i32.ge_u ${get('numbers')} ${get('end')}))
        (v128.store ${get('out')} (i8x16.narrow_i16x8_s
          ${encodeEight(0)}
          ${encodeEight(2)}))
        ${set('numbers', add(get('numbers'), '(i32.const 64)'))}
        ${set('out', add(get('out'), '(i32.const 16)'))}
        (br $next))))`;

export const quantiseKernel = `${findLargest}${sumSquares}${encodeNumbers}`;
