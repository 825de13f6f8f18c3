/** Packages with programs for one kind of machine, which an installation may lack. The service needs them for pictures alone. */
const parts: Readonly<Record<string, () => Promise<unknown>>> = {
  sharp: () => import('sharp'),
  'onnxruntime-node': () => import('onnxruntime-node'),
};

/** The packages that cannot be loaded here. The rest of the service works without them. */
export const listMissingParts = async (): Promise<string[]> => {
  const loaded = await Promise.allSettled(Object.values(parts).map((load) => load()));
  return Object.keys(parts).filter((_name, place) => loaded[place]?.status === 'rejected');
};

export const installParts = (names: readonly string[]): string =>
  `Run \`npm install ${names.join(' ')}\` where Kindred is installed; pictures are not looked at until then.`;
