// Assembles the kernel on quantised vectors. Run it after a change of code-kernel-source.ts.
import { writeFile } from 'node:fs/promises';
import openWabt from 'wabt';
import { createKernelSource, kernelFeatures, type Multiply } from './code-kernel-source.ts';

const lineLength = 100;

const assemble = async (multiply: Multiply): Promise<string> => {
  const module = (await openWabt()).parseWat(`${multiply}.wat`, createKernelSource(multiply), kernelFeatures);
  const { buffer } = module.toBinary({});
  module.destroy();
  const text = Buffer.from(buffer).toString('base64');
  const lines = text.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [];
  return lines.map((line) => `  '${line}'`).join(' +\n');
};

const target = new URL('../src/engine/embedded/vectors/code-kernel-wasm.ts', import.meta.url);
await writeFile(
  target,
  `/** Written by scripts/write-code-kernel.ts; a test compares. In base64. */
export const relaxedCode =
${await assemble('relaxed')};

export const widenedCode =
${await assemble('widened')};
`,
);
