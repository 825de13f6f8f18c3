/** kernel.wat as `wat2wasm` (package wabt) assembles it, in base64. A test compares the two. */
export const kernelCode =
  'AGFzbQEAAAABGQNgAXsBfWAHf39/f39/fwBgBn9/f39/fwACEgEGa2VybmVsBm1lbW9yeQIAAQMFBAABAgEHEQIEZm91cgABBm1h' +
  'dHJpeAADCucEBBkAIAD9HwAgAP0fAZIgAP0fAiAA/R8DkpILogECAX8FewJAIAVFDQADQCAAIAdq/QAEACEIIAkgCCABIAdq/QAE' +
  'AP3mAf3kASEJIAogCCACIAdq/QAEAP3mAf3kASEKIAsgCCADIAdq/QAEAP3mAf3kASELIAwgCCAEIAdq/QAEAP3mAf3kASEMIAdB' +
  'EGohByAHIAVJDQALCyAGIAkQADgCACAGIAoQADgCBCAGIAsQADgCCCAGIAwQADgCDAvOAgQBfwN7BH8IeyAAIAJqIQogCiACaiEL' +
  'IAsgAmohDCABIAJqIQ0CQCADRQ0AA0AgASAGav0ABAAhCCANIAZq/QAEACEJIAAgBmr9AAQAIQcgDiAHIAj95gH95AEhDiAPIAcg' +
  'Cf3mAf3kASEPIAogBmr9AAQAIQcgECAHIAj95gH95AEhECARIAcgCf3mAf3kASERIAsgBmr9AAQAIQcgEiAHIAj95gH95AEhEiAT' +
  'IAcgCf3mAf3kASETIAwgBmr9AAQAIQcgFCAHIAj95gH95AEhFCAVIAcgCf3mAf3kASEVIAZBEGohBiAGIANJDQALCyAEIA4QADgC' +
  'ACAEIA8QADgCBCAEIAVqIQQgBCAQEAA4AgAgBCAREAA4AgQgBCAFaiEEIAQgEhAAOAIAIAQgExAAOAIEIAQgBWohBCAEIBQQADgC' +
  'ACAEIBUQADgCBAtXAQN/IANBAnQhCQNAQQAhCANAIAAgByAEbGogAiAIIARsaiAEIAUgBiAHIAlsIAhBAnRqaiAJEAIgCEECaiEI' +
  'IAggA0kNAAsgB0EEaiEHIAcgAUkNAAsL';

export type Kernel = {
  /** One vector at `query` against the four at `r0` … `r3`: four sums at `out`. All are byte addresses. */
  four(query: number, r0: number, r1: number, r2: number, r3: number, bytes: number, out: number): void;
  /** `queries` (a multiple of 4) against `rows` (a multiple of 2): a matrix of sums at `out`. */
  matrix(
    query: number,
    queries: number,
    row: number,
    rows: number,
    stride: number,
    bytes: number,
    out: number,
  ): void;
};

/** Types of the part of WebAssembly that is used here; the full types come only with those of a browser. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

const pageBytes = 65_536;

/** A kernel with a memory of its own. WebAssembly addresses at most 4 GiB. */
export const openKernel = (bytes: number): { kernel: Kernel; memory: ArrayBuffer } => {
  const memory = new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(bytes / pageBytes)) });
  const module = new WebAssembly.Module(Buffer.from(kernelCode, 'base64'));
  const instance = new WebAssembly.Instance(module, { kernel: { memory } });
  return { kernel: instance.exports as Kernel, memory: memory.buffer };
};
