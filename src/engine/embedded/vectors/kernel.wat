;; Dot products of float32 vectors, four lanes at a time.
;;
;; Every function adds up one pair of vectors in the same order: lane by lane over the length, then
;; (lane 0 + lane 1) + (lane 2 + lane 3). WebAssembly fixes the rounding, so a pair has the same bits in every
;; function, on every machine. Relaxed SIMD would fuse multiply and add, and give that up.
;; Lengths are in bytes, multiples of 16. kernel.ts has the output of `wat2wasm` (package wabt).
(module
  (import "kernel" "memory" (memory 1))

  (func $sum (param $v v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.add (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))

  ;; One vector against four others; four sums at $out. Four chains at once hide the latency of the adder.
  (func (export "four") (param $query i32) (param $r0 i32) (param $r1 i32) (param $r2 i32) (param $r3 i32)
      (param $bytes i32) (param $out i32)
    (local $at i32) (local $q v128)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (block $done
      (br_if $done (i32.eqz (local.get $bytes)))
      (loop $next
        (local.set $q (v128.load (i32.add (local.get $query) (local.get $at))))
        (local.set $s0 (f32x4.add (local.get $s0)
          (f32x4.mul (local.get $q) (v128.load (i32.add (local.get $r0) (local.get $at))))))
        (local.set $s1 (f32x4.add (local.get $s1)
          (f32x4.mul (local.get $q) (v128.load (i32.add (local.get $r1) (local.get $at))))))
        (local.set $s2 (f32x4.add (local.get $s2)
          (f32x4.mul (local.get $q) (v128.load (i32.add (local.get $r2) (local.get $at))))))
        (local.set $s3 (f32x4.add (local.get $s3)
          (f32x4.mul (local.get $q) (v128.load (i32.add (local.get $r3) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $next (i32.lt_u (local.get $at) (local.get $bytes)))))
    (f32.store offset=0 (local.get $out) (call $sum (local.get $s0)))
    (f32.store offset=4 (local.get $out) (call $sum (local.get $s1)))
    (f32.store offset=8 (local.get $out) (call $sum (local.get $s2)))
    (f32.store offset=12 (local.get $out) (call $sum (local.get $s3))))

  ;; Four vectors against two, from $query and $row on, each $stride bytes after the previous. Sums of one row of
  ;; the product are contiguous; those of the next row follow $width bytes later.
  (func $fourByTwo (param $query i32) (param $row i32) (param $stride i32) (param $bytes i32)
      (param $out i32) (param $width i32)
    (local $at i32) (local $q v128) (local $b0 v128) (local $b1 v128)
    (local $q1 i32) (local $q2 i32) (local $q3 i32) (local $r1 i32)
    (local $s00 v128) (local $s01 v128)
    (local $s10 v128) (local $s11 v128)
    (local $s20 v128) (local $s21 v128)
    (local $s30 v128) (local $s31 v128)
    (local.set $q1 (i32.add (local.get $query) (local.get $stride)))
    (local.set $q2 (i32.add (local.get $q1) (local.get $stride)))
    (local.set $q3 (i32.add (local.get $q2) (local.get $stride)))
    (local.set $r1 (i32.add (local.get $row) (local.get $stride)))
    (block $done
      (br_if $done (i32.eqz (local.get $bytes)))
      (loop $next
        (local.set $b0 (v128.load (i32.add (local.get $row) (local.get $at))))
        (local.set $b1 (v128.load (i32.add (local.get $r1) (local.get $at))))
        (local.set $q (v128.load (i32.add (local.get $query) (local.get $at))))
        (local.set $s00 (f32x4.add (local.get $s00) (f32x4.mul (local.get $q) (local.get $b0))))
        (local.set $s01 (f32x4.add (local.get $s01) (f32x4.mul (local.get $q) (local.get $b1))))
        (local.set $q (v128.load (i32.add (local.get $q1) (local.get $at))))
        (local.set $s10 (f32x4.add (local.get $s10) (f32x4.mul (local.get $q) (local.get $b0))))
        (local.set $s11 (f32x4.add (local.get $s11) (f32x4.mul (local.get $q) (local.get $b1))))
        (local.set $q (v128.load (i32.add (local.get $q2) (local.get $at))))
        (local.set $s20 (f32x4.add (local.get $s20) (f32x4.mul (local.get $q) (local.get $b0))))
        (local.set $s21 (f32x4.add (local.get $s21) (f32x4.mul (local.get $q) (local.get $b1))))
        (local.set $q (v128.load (i32.add (local.get $q3) (local.get $at))))
        (local.set $s30 (f32x4.add (local.get $s30) (f32x4.mul (local.get $q) (local.get $b0))))
        (local.set $s31 (f32x4.add (local.get $s31) (f32x4.mul (local.get $q) (local.get $b1))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $next (i32.lt_u (local.get $at) (local.get $bytes)))))
    (f32.store (local.get $out) (call $sum (local.get $s00)))
    (f32.store offset=4 (local.get $out) (call $sum (local.get $s01)))
    (local.set $out (i32.add (local.get $out) (local.get $width)))
    (f32.store (local.get $out) (call $sum (local.get $s10)))
    (f32.store offset=4 (local.get $out) (call $sum (local.get $s11)))
    (local.set $out (i32.add (local.get $out) (local.get $width)))
    (f32.store (local.get $out) (call $sum (local.get $s20)))
    (f32.store offset=4 (local.get $out) (call $sum (local.get $s21)))
    (local.set $out (i32.add (local.get $out) (local.get $width)))
    (f32.store (local.get $out) (call $sum (local.get $s30)))
    (f32.store offset=4 (local.get $out) (call $sum (local.get $s31))))

  ;; $queries (a multiple of 4) against $rows (a multiple of 2): a matrix of sums at $out.
  (func (export "matrix") (param $query i32) (param $queries i32) (param $row i32) (param $rows i32)
      (param $stride i32) (param $bytes i32) (param $out i32)
    (local $q i32) (local $r i32) (local $width i32)
    (local.set $width (i32.shl (local.get $rows) (i32.const 2)))
    (loop $nextQueries
      (local.set $r (i32.const 0))
      (loop $nextRows
        (call $fourByTwo
          (i32.add (local.get $query) (i32.mul (local.get $q) (local.get $stride)))
          (i32.add (local.get $row) (i32.mul (local.get $r) (local.get $stride)))
          (local.get $stride) (local.get $bytes)
          (i32.add (local.get $out)
            (i32.add (i32.mul (local.get $q) (local.get $width)) (i32.shl (local.get $r) (i32.const 2))))
          (local.get $width))
        (local.set $r (i32.add (local.get $r) (i32.const 2)))
        (br_if $nextRows (i32.lt_u (local.get $r) (local.get $rows))))
      (local.set $q (i32.add (local.get $q) (i32.const 4)))
      (br_if $nextQueries (i32.lt_u (local.get $q) (local.get $queries))))))
