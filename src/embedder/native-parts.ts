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

/** Without the variable, the install script of onnxruntime-node downloads libraries for CUDA, which are not used. */
export const installParts = (names: readonly string[]): string => {
  const variable = names.includes('onnxruntime-node') ? 'ONNXRUNTIME_NODE_INSTALL_CUDA=skip ' : '';
  return `Run \`${variable}npm install ${names.join(' ')}\` where Kindred is installed; pictures are not looked at until then.`;
};
