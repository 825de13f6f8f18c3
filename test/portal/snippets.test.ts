import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildPortal } from '../../scripts/build-portal.ts';
import { hasProgram } from '../../scripts/install-packages.ts';
import { openSignedIn, type Window } from './support/open-browser.ts';
import type { Shop } from './support/open-shop.ts';
import { copySnippet } from './support/snippet.ts';
import { withShop } from './support/test-context.ts';

const execute = promisify(execFile);

type Runner = {
  /** All that it takes, each with the packages of Debian that bring it. */
  readonly programs: Readonly<Record<string, readonly string[]>>;
  readonly file: string;
  /** The program around the snippet, where a language wants one. */
  readonly around?: (code: string) => string;
  /** Commands, one after the other; the last one prints the answer. */
  readonly commands: (path: string) => readonly (readonly [string, ...string[]])[];
};

const by = (program: string, file: string, packages: readonly string[] = []): Runner => ({
  programs: { [program]: packages },
  file,
  commands: (path) => [[program, path]],
});

/** As in a new console project, whose compiler takes statements alone; this one wants a class around them. */
const csharpProgram = (code: string): string => `using System;
using System.Net.Http;
using System.Threading.Tasks;

static class Program
{
    static void Main() { Call().GetAwaiter().GetResult(); }
    static async Task Call()
    {
${code}
    }
}
`;

const runners: Readonly<Record<string, Runner>> = {
  curl: by('sh', 'call.sh'),
  JavaScript: by(process.execPath, 'call.mjs'),
  // Its first line installs the package from the service.
  TypeScript: {
    programs: { npm: [] },
    file: 'call.mts',
    commands: (path) => [
      [
        'sh',
        '-c',
        `cd "${dirname(path)}" && $(head -n 1 call.mts | cut -c 4-) --prefix . --no-audit --no-fund`,
      ],
      [process.execPath, path],
    ],
  },
  Python: by('python3', 'call.py', ['python3-minimal']),
  PHP: by('php', 'call.php', ['php-cli']),
  'C#': {
    programs: { mcs: ['mono-mcs', 'libmono-system-net-http4.0-cil'], mono: ['mono-runtime'] },
    file: 'call.cs',
    around: csharpProgram,
    commands: (path) => [
      ['mcs', '-r:System.Net.Http.dll', `-out:${path}.exe`, path],
      ['mono', `${path}.exe`],
    ],
  },
};

describe('the snippets of the Integration tab', () => {
  let shop: Shop;
  let open: Window;

  withShop(async (stage) => {
    ({ shop } = stage);
    await buildPortal({ mode: 'clients' });
    open = await openSignedIn(stage.browser, shop.url, shop.people.viewer);
  });

  for (const [language, { programs, file, around = (code: string) => code, commands }] of Object.entries(
    runners,
  )) {
    const missing = Object.entries(programs).find(([program, packages]) => !hasProgram(program, packages));
    const why = missing ? ` (skipped: there is no ${missing[0]}, and it could not be installed)` : '';
    it.skipIf(missing).each([
      ['similar', 'documents'],
      ['related', 'suggestions'],
    ])(`in ${language} asks the box %s and gets %s${why}`, async (box, expected) => {
      const path = join(shop.folder, file);
      await writeFile(path, around(await copySnippet(open, { shop, box, language, key: shop.key })));
      let said = '';
      for (const [program, ...args] of commands(path)) said = (await execute(program, args)).stdout;
      expect(said).toContain(expected);
    });
  }

  it('are followed by a test request that shows the real answer', async () => {
    await open.goto(`${shop.name}/boxes/similar?tab=integration`);
    await open.page.getByLabel('API key').fill(shop.key);
    await open.page.getByRole('button', { name: 'Send' }).click();
    await open.page.getByText(/Status 200 in/).waitFor();
    expect(await open.page.getByRole('group', { name: 'Answer' }).textContent()).toContain('"resultStatus"');
    expect(open.complaints).toEqual([]);
  });
});
