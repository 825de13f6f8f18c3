// Checks that every relative link and every path such as `src/…` in the Markdown files exists.
import { existsSync, readFileSync, globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const link = /\[[^\]]*\]\(([^)\s]+)\)/g;
const path = /`((?:src|docs|bench|scripts|test|portal|storefront|models|bin|examples)\/[\w./-]+)`/g;

const root = join(import.meta.dirname, '..');
const pages = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => /node_modules|^data$|^dist$/.test(name),
});

const broken = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
  const links = [...text.matchAll(link)].map((match) => match[1] ?? '');
  const relative = links
    // An address from the root, such as /openapi.json, is one of the running service.
    .filter((target) => !/^([a-z]+:|[#/])/.test(target))
    .map((target) => target.split('#')[0] ?? '');
  const paths = [...text.matchAll(path)].map((match) => match[1] ?? '');
  const missing = [
    ...relative.filter((target) => !existsSync(resolve(join(root, dirname(page)), target))),
    ...paths.filter((target) => !existsSync(join(root, target))),
  ];
  return missing.map((target) => `${page}: ${target} does not exist`);
});

for (const fault of broken) console.error(fault);
console.log(`${pages.length} pages, ${broken.length} broken links`);
process.exitCode = broken.length > 0 ? 1 : 0;
