import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

/** One of the apps beside this folder as one script, as a shop's own build makes it. */
export const bundleApp = async (name: 'react-app' | 'vue-app'): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: {
        entry: join(import.meta.dirname, '..', 'apps', `${name}.ts`),
        formats: ['es'],
        fileName: () => 'app.js',
      },
    },
  });
  const [output] = [result].flat() as Rolldown.RolldownOutput[];
  const [chunk] = output?.output ?? [];
  if (chunk?.type !== 'chunk') throw new Error(`${name} has no script.`);
  return chunk.code;
};
