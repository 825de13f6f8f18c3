import { allocateMemory, mostMemory, type SharedMemory } from '../kernel/kernel.ts';

/*
 * Vectors in memory that threads share and that the kernel reads where they are. Copying a vector out of shared memory
 * takes longer than multiplying it. After the vectors each thread has a place of its own for lists and results.
 */

/** Bytes of one thread's place: a list of numbers and as many results. */
export const placeBytes = 1 << 16;
/** Threads that can share the vectors. */
const places = 64;

const memories = new WeakMap<SharedArrayBuffer, SharedMemory>();

export const allocateVectors = (length: number): Float32Array<SharedArrayBuffer> => {
  const bytes = length * 4 + places * placeBytes;
  // Larger catalogues are in plain shared memory.
  if (bytes > mostMemory) return new Float32Array(new SharedArrayBuffer(length * 4));
  const memory = allocateMemory(bytes);
  memories.set(memory.buffer, memory);
  return new Float32Array(memory.buffer, 0, length);
};

/** Where one thread may write; null for vectors in plain memory. */
export type VectorPlace = { readonly memory: SharedMemory; readonly at: number };

export const findPlace = ({ buffer, byteLength }: Float32Array, thread: number): VectorPlace | null => {
  const memory = buffer instanceof SharedArrayBuffer ? memories.get(buffer) : undefined;
  if (!memory || thread >= places) return null;
  return { memory, at: Math.ceil(byteLength / 16) * 16 + thread * placeBytes };
};
