import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import type { FreshProject } from './fresh-project.ts';

const apps = join(import.meta.dirname, '..', 'apps');

/** One of the apps beside this folder as one script, as the build of a shop makes it with the packages of its project. */
export const bundleApp = async (project: FreshProject, framework: 'react' | 'vue'): Promise<string> => {
  const app = await readFile(join(apps, `${framework}-app.ts`), 'utf8');
  const source = `'../../../clients/${framework}/src/kindred-${framework}.ts'`;
  if (!app.includes(source)) throw new Error(`The app does not import ${source}.`);
  await project.write({
    'app.ts': app.replace(source, `'@kindred-search/${framework}'`),
    'settings.ts': await readFile(join(apps, 'settings.ts'), 'utf8'),
  });
  const result = await build({
    root: project.folder,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: join(project.folder, 'app.ts'), formats: ['es'], fileName: () => 'app.js' },
    },
  });
  const [output] = [result].flat() as Rolldown.RolldownOutput[];
  const [chunk] = output?.output ?? [];
  if (chunk?.type !== 'chunk') throw new Error(`The app of ${framework} has no script.`);
  return chunk.code;
};
