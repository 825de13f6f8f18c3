/*
 * Dot products of vectors in three precisions: float32, int8, and one bit a number. This file is AssemblyScript, which has the syntax of
 * TypeScript; `node scripts/write-kernel.ts` compiles it to kernel.wasm. Addresses and lengths
 * are in bytes, and vectors are padded to whole SIMD registers of 16 bytes. Short functions are inlined.
 *
 * Float32 products are added lane by lane over the length, then (0 + 1) + (2 + 3), without fused instructions. So a pair of vectors has the
 * same score on every machine. Int8 and binary products are whole numbers.
 */

function sumFloats(v: v128): f32 {
  return (
    f32x4.extract_lane(v, 0) +
    f32x4.extract_lane(v, 1) +
    (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3))
  );
}

function sumIntegers(v: v128): i32 {
  return (
    i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3)
  );
}

function addProducts(sum: v128, a: v128, b: v128): v128 {
  return f32x4.add(sum, f32x4.mul(a, b));
}

/** Adds products of 16 codes of a row (-127 to 127) and 16 of a query (0 to 127): in this range every machine gives the same sums. */
function addCodeProducts(sum: v128, row: v128, query: v128): v128 {
  return i32x4.relaxed_dot_i8x16_i7x16_add_s(row, query, sum);
}

/**
 * The query against rows that are listed by number: `count` (a multiple of 4) numbers at `list`, a float for each at `out`. A row n starts at
 * `base` + n × `stride`; `bytes` is how much of a row is compared.
 */
export function scoreFloats(
  query: usize,
  base: usize,
  list: usize,
  count: u32,
  stride: u32,
  bytes: u32,
  out: usize,
): void {
  for (const end = list + (count << 2); list < end; list += 16, out += 16) {
    const r0 = base + load<u32>(list) * stride;
    const r1 = base + load<u32>(list, 4) * stride;
    const r2 = base + load<u32>(list, 8) * stride;
    const r3 = base + load<u32>(list, 12) * stride;
    let s0 = f32x4.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let at: u32 = 0; at < bytes; at += 16) {
      const q = v128.load(query + at);
      s0 = addProducts(s0, q, v128.load(r0 + at));
      s1 = addProducts(s1, q, v128.load(r1 + at));
      s2 = addProducts(s2, q, v128.load(r2 + at));
      s3 = addProducts(s3, q, v128.load(r3 + at));
    }
    store<f32>(out, sumFloats(s0));
    store<f32>(out, sumFloats(s1), 4);
    store<f32>(out, sumFloats(s2), 8);
    store<f32>(out, sumFloats(s3), 12);
  }
}

/**
 * As `scoreFloats` for int8 codes, and added to what is at `out`: factor × scale × (product - offset). A row has its scale, a float, and its
 * offset, a whole number, `values` bytes after its first one.
 */
export function scoreInt8(
  query: usize,
  base: usize,
  list: usize,
  count: u32,
  stride: u32,
  bytes: u32,
  out: usize,
  values: u32,
  factor: f32,
): void {
  for (const end = list + (count << 2); list < end; list += 16, out += 16) {
    const r0 = base + load<u32>(list) * stride;
    const r1 = base + load<u32>(list, 4) * stride;
    const r2 = base + load<u32>(list, 8) * stride;
    const r3 = base + load<u32>(list, 12) * stride;
    let s0 = i32x4.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let at: u32 = 0; at < bytes; at += 16) {
      const q = v128.load(query + at);
      s0 = addCodeProducts(s0, v128.load(r0 + at), q);
      s1 = addCodeProducts(s1, v128.load(r1 + at), q);
      s2 = addCodeProducts(s2, v128.load(r2 + at), q);
      s3 = addCodeProducts(s3, v128.load(r3 + at), q);
    }
    addScore(out, r0 + values, sumIntegers(s0), factor);
    addScore(out + 4, r1 + values, sumIntegers(s1), factor);
    addScore(out + 8, r2 + values, sumIntegers(s2), factor);
    addScore(out + 12, r3 + values, sumIntegers(s3), factor);
  }
}

function addScore(out: usize, values: usize, product: i32, factor: f32): void {
  const scale = factor * load<f32>(values);
  store<f32>(out, load<f32>(out) + scale * <f32>(product - load<i32>(values, 4)));
}

/** The queries listed at `list` (a multiple of 4) against `rows` (a multiple of 2) from `row` on: a matrix of whole numbers at `out`. */
export function multiplyInt8(
  query: usize,
  list: usize,
  queries: u32,
  row: usize,
  rows: u32,
  stride: u32,
  bytes: u32,
  out: usize,
): void {
  const width = rows << 2;
  for (let q: u32 = 0; q < queries; q += 4, list += 16) {
    for (let r: u32 = 0; r < rows; r += 2) {
      const q0 = query + load<u32>(list) * stride;
      const q1 = query + load<u32>(list, 4) * stride;
      const q2 = query + load<u32>(list, 8) * stride;
      const q3 = query + load<u32>(list, 12) * stride;
      const r0 = row + r * stride;
      const r1 = r0 + stride;
      let s00 = i32x4.splat(0);
      let s01 = s00;
      let s10 = s00;
      let s11 = s00;
      let s20 = s00;
      let s21 = s00;
      let s30 = s00;
      let s31 = s00;
      for (let at: u32 = 0; at < bytes; at += 16) {
        const a = v128.load(r0 + at);
        const b = v128.load(r1 + at);
        let v = v128.load(q0 + at);
        s00 = addCodeProducts(s00, a, v);
        s01 = addCodeProducts(s01, b, v);
        v = v128.load(q1 + at);
        s10 = addCodeProducts(s10, a, v);
        s11 = addCodeProducts(s11, b, v);
        v = v128.load(q2 + at);
        s20 = addCodeProducts(s20, a, v);
        s21 = addCodeProducts(s21, b, v);
        v = v128.load(q3 + at);
        s30 = addCodeProducts(s30, a, v);
        s31 = addCodeProducts(s31, b, v);
      }
      let line = out + q * width + (r << 2);
      store<i32>(line, sumIntegers(s00));
      store<i32>(line, sumIntegers(s01), 4);
      line += width;
      store<i32>(line, sumIntegers(s10));
      store<i32>(line, sumIntegers(s11), 4);
      line += width;
      store<i32>(line, sumIntegers(s20));
      store<i32>(line, sumIntegers(s21), 4);
      line += width;
      store<i32>(line, sumIntegers(s30));
      store<i32>(line, sumIntegers(s31), 4);
    }
  }
}

/**
 * Positions of those of `count` (a multiple of 4) scores (product - offset) × scale that reach the threshold, at `out`; returns how many. A scale
 * of NaN reaches nothing. One more may be written behind them.
 */
export function findAbove(
  products: usize,
  offsets: usize,
  scales: usize,
  count: u32,
  threshold: f32,
  out: usize,
): u32 {
  const thresholds = f32x4.splat(threshold);
  let found = out;
  for (let at: u32 = 0; at < count; at += 4) {
    const place = at << 2;
    const whole = i32x4.sub(v128.load(products + place), v128.load(offsets + place));
    const scores = f32x4.mul(f32x4.convert_i32x4_s(whole), v128.load(scales + place));
    let mask = i32x4.bitmask(f32x4.ge(scores, thresholds));
    for (; mask !== 0; mask &= mask - 1) {
      store<u32>(found, at + ctz(mask));
      found += 4;
    }
  }
  return <u32>((found - out) >> 2);
}

/**
 * Binary codes of `blocks` of 32 rows (binary-codes.ts) against the tables of a query, 16 of `tables` bytes at a time: adds
 * weight × a + b × (least + step × n) to a float for each row at `out`. n is the sum of what the bits of a row choose in the tables; a and b are the
 * two floats that a row has behind the bits of its block.
 */
export function scoreBinary(
  query: usize,
  tables: u32,
  row: usize,
  blocks: u32,
  out: usize,
  weight: f32,
  least: f32,
  step: f32,
): void {
  const low = i8x16.splat(15);
  const queryEnd = query + tables;
  for (let block: u32 = 0; block < blocks; block += 1) {
    let a0 = i16x8.splat(0);
    let a1 = a0;
    let b0 = a0;
    let b1 = a0;
    for (let table = query; table < queryEnd; ) {
      let a = i8x16.splat(0);
      let b = a;
      for (const roundEnd = table + 256; table < roundEnd; table += 16, row += 16) {
        const sums = v128.load(table);
        const bits = v128.load(row);
        a = i8x16.add(a, i8x16.relaxed_swizzle(sums, v128.and(bits, low)));
        b = i8x16.add(b, i8x16.relaxed_swizzle(sums, i8x16.shr_u(bits, 4)));
      }
      a0 = i16x8.add(a0, i16x8.extend_low_i8x16_u(a));
      a1 = i16x8.add(a1, i16x8.extend_high_i8x16_u(a));
      b0 = i16x8.add(b0, i16x8.extend_low_i8x16_u(b));
      b1 = i16x8.add(b1, i16x8.extend_high_i8x16_u(b));
    }
    addEight(out, row, a0, weight, least, step);
    addEight(out + 32, row + 32, a1, weight, least, step);
    addEight(out + 64, row + 64, b0, weight, least, step);
    addEight(out + 96, row + 96, b1, weight, least, step);
    row += 256;
    out += 128;
  }
}

function addEight(out: usize, values: usize, sums: v128, weight: f32, least: f32, step: f32): void {
  addFour(out, values, i32x4.extend_low_i16x8_u(sums), weight, least, step);
  addFour(out + 16, values + 16, i32x4.extend_high_i16x8_u(sums), weight, least, step);
}

function addFour(out: usize, values: usize, sums: v128, weight: f32, least: f32, step: f32): void {
  const product = f32x4.add(f32x4.splat(least), f32x4.mul(f32x4.splat(step), f32x4.convert_i32x4_u(sums)));
  const own = f32x4.mul(f32x4.splat(weight), v128.load(values));
  const score = f32x4.add(own, f32x4.mul(v128.load(values, 128), product));
  v128.store(out, f32x4.add(v128.load(out), score));
}

/**
 * Places of the `wanted` highest of `count` floats (a multiple of 4), ascending, at `out`. Scores are counted in `bins` of equal width from `lowest` on,
 * 32-bit counts at `sizes`; among those in the bin of the last wanted one, the first are taken.
 */
export function selectBest(
  scores: usize,
  count: u32,
  wanted: u32,
  lowest: f32,
  perUnit: f32,
  sizes: usize,
  bins: u32,
  out: usize,
): void {
  memory.fill(sizes, 0, bins << 2);
  for (let at: u32 = 0; at < count; at += 4) {
    const four = i32x4.shl(findBins(scores + (at << 2), lowest, perUnit, bins), 2);
    countOne(sizes + i32x4.extract_lane(four, 0));
    countOne(sizes + i32x4.extract_lane(four, 1));
    countOne(sizes + i32x4.extract_lane(four, 2));
    countOne(sizes + i32x4.extract_lane(four, 3));
  }
  let last = bins;
  let left = wanted;
  for (let taken: u32 = 0; taken < left; ) {
    left -= taken;
    last -= 1;
    taken = load<u32>(sizes + (last << 2));
  }
  const lasts = i32x4.splat(last);
  for (let at: u32 = 0; at < count; at += 4) {
    const four = findBins(scores + (at << 2), lowest, perUnit, bins);
    const isLast = i32x4.bitmask(i32x4.eq(four, lasts));
    for (let mask = i32x4.bitmask(i32x4.ge_s(four, lasts)); mask !== 0; mask &= mask - 1) {
      if ((isLast & mask & -mask) !== 0) {
        if (left === 0) continue;
        left -= 1;
      }
      store<u32>(out, at + ctz(mask));
      out += 4;
    }
  }
}

/** Of four scores; those beyond the first or the last bin are in that one. */
function findBins(scores: usize, lowest: f32, perUnit: f32, bins: u32): v128 {
  const places = f32x4.mul(f32x4.sub(v128.load(scores), f32x4.splat(lowest)), f32x4.splat(perUnit));
  const highest = f32x4.splat(<f32>(bins - 1));
  return i32x4.trunc_sat_f32x4_s(f32x4.pmin(highest, f32x4.pmax(f32x4.splat(0), places)));
}

function countOne(size: usize): void {
  store<u32>(size, load<u32>(size) + 1);
}
