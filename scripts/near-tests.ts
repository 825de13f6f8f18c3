import { dirname, join } from 'node:path/posix';

/** Reads a file of the project by its path from the root. */
export type ReadSource = (file: string) => string;

const importPattern = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

const listImports = (file: string, text: string): string[] =>
  [...text.matchAll(importPattern)].map(([, path = '']) => join(dirname(file), path));

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** Which files import a file, by its path. */
const findImporters = (files: readonly string[], read: ReadSource): Map<string, string[]> => {
  const importers = new Map<string, string[]>();
  for (const file of files)
    for (const imported of listImports(file, read(file)))
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
  return importers;
};

/** The tests that import a file, else those that import what imports it, and so on: the nearest only. */
const findNearest = (changed: string, importers: ReadonlyMap<string, readonly string[]>): string[] => {
  const seen = new Set([changed]);
  let ring = [changed];
  while (ring.length > 0) {
    const tests = ring.filter(isTest);
    if (tests.length > 0) return tests;
    ring = [...new Set(ring.flatMap((file) => importers.get(file) ?? []))].filter((file) => !seen.has(file));
    for (const file of ring) seen.add(file);
  }
  return [];
};

/** The tests nearest to each changed file, sorted. */
export const listNearTests = (
  changed: readonly string[],
  files: readonly string[],
  read: ReadSource,
): string[] => {
  const importers = findImporters(files, read);
  return [...new Set(changed.flatMap((file) => findNearest(file, importers)))].sort();
};
