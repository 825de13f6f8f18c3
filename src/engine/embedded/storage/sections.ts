/*
 * One file has the arrays of one structure, one after the other, each aligned so that a typed array can be created on
 * the loaded file without a copy: nothing is parsed on opening. Numbers are little-endian, like every machine that
 * Node runs on today.
 */

const arrayTypes = {
  u8: Uint8Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

export type ArrayTypes = typeof arrayTypes;
export type ArrayType = keyof ArrayTypes;
/** In plain or shared memory. */
export type SectionArray = Uint8Array | Uint32Array | Int32Array | Float32Array | Float64Array;

export type Section = {
  readonly name: string;
  readonly type: ArrayType;
  readonly offset: number;
  readonly length: number;
};

export const bytesPerElement = (type: ArrayType): number => arrayTypes[type].BYTES_PER_ELEMENT;

/** Bytes of an array in its file, without padding. */
export const sectionBytes = ({ type, length }: Pick<Section, 'type' | 'length'>): number =>
  bytesPerElement(type) * length;

const alignmentBytes = 16;

const detectArrayType = (array: SectionArray): ArrayType => {
  if (array instanceof Uint32Array) return 'u32';
  if (array instanceof Int32Array) return 'i32';
  if (array instanceof Float32Array) return 'f32';
  return array instanceof Float64Array ? 'f64' : 'u8';
};

const viewBytes = (array: SectionArray): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** An array that is too large for memory: its bytes are read piece by piece when it is written. */
export type StoredArray = Pick<Section, 'type' | 'length'> & { readonly bytes: Iterable<Uint8Array> };

export type ArrayOrStored = SectionArray | StoredArray;

/** The parts of a file in order, padding included, and where each array is in it. */
export const layOutSections = (arrays: Readonly<Record<string, ArrayOrStored>>) => {
  const sections: Section[] = [];
  const contents: Iterable<Uint8Array>[] = [];
  let offset = 0;
  for (const [name, array] of Object.entries(arrays)) {
    const stored = ArrayBuffer.isView(array)
      ? { type: detectArrayType(array), length: array.length, bytes: [viewBytes(array)] }
      : array;
    const bytes = sectionBytes(stored);
    sections.push({ name, type: stored.type, offset, length: stored.length });
    const padding = -bytes & (alignmentBytes - 1);
    contents.push(stored.bytes, [new Uint8Array(padding)]);
    offset += bytes + padding;
  }
  const parts: Iterable<Uint8Array> = {
    *[Symbol.iterator]() {
      for (const content of contents) yield* content;
    },
  };
  return { sections, parts };
};

/** Arrays of a loaded file by name; `get` throws when there is no such array or it has another type. */
export type Sections = {
  has(name: string): boolean;
  get<T extends ArrayType>(name: string, type: T): InstanceType<ArrayTypes[T]>;
};

export const readSections = (content: Buffer<ArrayBufferLike>, sections: readonly Section[]): Sections => {
  const byName = new Map(sections.map((section) => [section.name, section]));
  return {
    has: (name) => byName.has(name),
    get: (name, type) => {
      const section = byName.get(name);
      if (section?.type !== type) throw new Error(`no section ${name} of type ${type}`);
      const Kind = arrayTypes[type];
      type Result = InstanceType<ArrayTypes[typeof type]>;
      // It may be shared memory, which the types of the constructors do not name together with other memory.
      return new Kind(
        content.buffer as ArrayBuffer,
        content.byteOffset + section.offset,
        section.length,
      ) as Result;
    },
  };
};

/** The same interface on arrays that were not written to a file yet. */
export const sectionsFromArrays = (arrays: Readonly<Record<string, SectionArray>>): Sections => ({
  has: (name) => Object.hasOwn(arrays, name),
  get: (name, type) => {
    const array = arrays[name];
    if (!array || detectArrayType(array) !== type) throw new Error(`no section ${name} of type ${type}`);
    return array as InstanceType<ArrayTypes[typeof type]>;
  },
});
