/** Members of each of `count` lists, ascending; -1 is in none. */
export const groupRows = (listOf: Uint32Array | Int32Array, count: number) => {
  const starts = new Uint32Array(count + 1);
  let total = 0;
  for (const list of listOf) {
    if (list < 0) continue;
    starts[list + 1] = (starts[list + 1] ?? 0) + 1;
    total += 1;
  }
  for (let list = 0; list < count; list += 1)
    starts[list + 1] = (starts[list + 1] ?? 0) + (starts[list] ?? 0);
  const members = new Uint32Array(total);
  const ends = starts.slice();
  listOf.forEach((list, row) => {
    if (list < 0) return;
    members[ends[list] ?? 0] = row;
    ends[list] = (ends[list] ?? 0) + 1;
  });
  return { starts, members };
};
