/**
 * Reads a FlatBuffer by field numbers, as far as a TensorFlow Lite file needs it.
 * A table starts with a signed offset back to its vtable; the vtable holds one offset per field, 0 when absent.
 */
export type Table = {
  readonly int: (field: number, fallback?: number) => number;
  readonly byte: (field: number, fallback?: number) => number;
  readonly table: (field: number) => Table | null;
  readonly tables: (field: number) => Table[];
  readonly ints: (field: number) => number[];
  readonly bytes: (field: number) => Uint8Array;
};

export const readRoot = (buffer: Uint8Array): Table => {
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  return tableAt(view, view.getUint32(0, true));
};

const tableAt = (view: DataView, position: number): Table => {
  const vtable = position - view.getInt32(position, true);
  const size = view.getUint16(vtable, true);
  const place = (field: number): number => {
    const slot = 4 + 2 * field;
    const offset = slot < size ? view.getUint16(vtable + slot, true) : 0;
    return offset === 0 ? 0 : position + offset;
  };
  const target = (at: number): number => at + view.getUint32(at, true);
  /** First element and length of a vector; an absent one is empty. */
  const vector = (field: number): { start: number; length: number } => {
    const at = place(field);
    if (at === 0) return { start: 0, length: 0 };
    return { start: target(at) + 4, length: view.getUint32(target(at), true) };
  };
  const words = (field: number): number[] => {
    const { start, length } = vector(field);
    return Array.from({ length }, (_, index) => start + 4 * index);
  };
  return {
    int: (field, fallback = 0) => (place(field) === 0 ? fallback : view.getInt32(place(field), true)),
    byte: (field, fallback = 0) => (place(field) === 0 ? fallback : view.getInt8(place(field))),
    table: (field) => (place(field) === 0 ? null : tableAt(view, target(place(field)))),
    tables: (field) => words(field).map((at) => tableAt(view, target(at))),
    ints: (field) => words(field).map((at) => view.getInt32(at, true)),
    bytes: (field) => {
      const { start, length } = vector(field);
      return new Uint8Array(view.buffer, view.byteOffset + start, length);
    },
  };
};
