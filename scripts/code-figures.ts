// Figures about the source of a checkout: size, tests, casts, trusted JSON, folders that import each other.
//   node scripts/code-figures.ts [folder] [--json]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(
    'node scripts/code-figures.ts [folder] [--json]\nPrints figures about the source of a checkout.',
  );
  process.exit(0);
}
const asJson = args.includes('--json');
const root = args.find((arg) => !arg.startsWith('--')) ?? join(import.meta.dirname, '..');

const roots = ['src/', 'evaluate/', 'portal/', 'storefront/', 'demo/', 'clients/'];
const isTest = (file: string): boolean => file.startsWith('test/') || /\.test\.tsx?$|\/testing\//.test(file);

type Source = { readonly file: string; readonly text: string; readonly lines: number };

const read = (file: string): Source => {
  const text = readFileSync(join(root, file), 'utf8');
  return { file, text, lines: text.split('\n').length - 1 };
};

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.endsWith('.d.ts'));
const files = tracked.filter(
  (file) => file.startsWith('test/') || roots.some((name) => file.startsWith(name)),
);
const sources = files
  .filter((file) => !isTest(file))
  .map(read)
  .filter(({ text }) => !text.startsWith('// Generated'));
const tests = files.filter(isTest).map(read);

const sum = (list: readonly Source[]): number => list.reduce((total, { lines }) => total + lines, 0);

/** Casts and unchecked `JSON.parse` in one file. `as const` is no cast; a parse under `as` or a typed constant trusts what it reads. */
const countTrust = ({ file, text }: Source): { casts: number; trusted: number } => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  let casts = 0;
  let trusted = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && node.type.getText(tree) !== 'const') casts += 1;
    if (ts.isCallExpression(node) && node.expression.getText(tree) === 'JSON.parse' && isTrusted(node))
      trusted += 1;
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { casts, trusted };
};

/** A result that is not `unknown`: cast, or given a type by what it is assigned to or returned as. */
const isTrusted = (call: ts.Node): boolean => {
  const { parent } = call;
  if (ts.isAsExpression(parent)) return parent.type.getText() !== 'unknown';
  if (ts.isVariableDeclaration(parent)) return parent.type?.getText() !== 'unknown';
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) return true;
  if (ts.isArrowFunction(parent)) return parent.type?.getText() !== 'unknown';
  return false;
};

/** Files directly in src/ are entry points or shared leaves, not one folder: each stands for itself. */
const folderOf = (file: string): string => (/^src\/[^/]+$/.test(file) ? file : dirname(file));

/** Pairs of folders that import each other. A folder and one inside it count too. */
const findMutualImports = (): string[] => {
  const edges = new Map<string, Set<string>>();
  for (const { file, text } of sources) {
    for (const [, path = ''] of text.matchAll(/(?:from|import)\s+'(\.{1,2}\/[^']+)'/g)) {
      const from = folderOf(file);
      const to = folderOf(posix.join(dirname(file), path));
      if (to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return [...edges].flatMap(([from, targets]) =>
    [...targets].filter((to) => from < to && edges.get(to)?.has(from)).map((to) => `${from} ⇄ ${to}`),
  );
};

const lengths = sources.map(({ lines }) => lines).sort((a, b) => a - b);
const longest = sources.reduce((a, b) => (b.lines > a.lines ? b : a));
const trust = sources.map(countTrust);
const mutual = findMutualImports();
const inSrc = (list: readonly Source[]): Source[] => list.filter(({ file }) => file.startsWith('src/'));
const serverTests = tests.filter(
  ({ file }) => !file.startsWith('test/portal') && !file.startsWith('portal/'),
);

/** Lines without tests of each folder directly in src, the largest first; `src` stands for the files beside them. */
const countRooms = (): Record<string, number> => {
  const rooms = new Map<string, number>();
  for (const { file, lines } of inSrc(sources)) {
    const [top = '', room = '', ...inside] = file.split('/');
    const name = inside.length === 0 ? top : `${top}/${room}`;
    rooms.set(name, (rooms.get(name) ?? 0) + lines);
  }
  return Object.fromEntries([...rooms].sort(([, a], [, b]) => b - a));
};

const figures = {
  sourceFiles: sources.length,
  sourceLines: sum(sources),
  srcLines: sum(inSrc(sources)),
  testLines: sum(tests),
  testLinesToSourceLines: Number((sum(tests) / sum(sources)).toFixed(3)),
  srcTestLinesToSourceLines: Number((sum(serverTests) / sum(inSrc(sources))).toFixed(3)),
  casts: trust.reduce((total, { casts }) => total + casts, 0),
  trustedJsonParse: trust.reduce((total, { trusted }) => total + trusted, 0),
  mutualImports: mutual,
  medianFileLines: lengths[Math.floor(lengths.length / 2)] ?? 0,
  longestFile: `${longest.file} (${longest.lines} lines)`,
};

const rooms = countRooms();
if (asJson) console.log(JSON.stringify({ ...figures, rooms }, null, 2));
else {
  for (const [name, value] of Object.entries(figures)) {
    console.log(`${name}: ${Array.isArray(value) ? `${value.length}\n  ${value.join('\n  ')}` : value}`);
  }
  console.log('lines of each room of src, without tests:');
  for (const [room, lines] of Object.entries(rooms)) console.log(`  ${room}: ${lines}`);
}
