import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBrowser } from './find-browser.ts';
import { hasProgram, installPackages } from './install-packages.ts';

let folder: string;
let calls: string;

/** A folder that is the whole PATH, with programs that note how they were called. */
const addProgram = (name: string, script = ''): void => {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> "${calls}"\n${script}\n`);
  chmodSync(file, 0o755);
};

const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({ PATH: folder, ...more });

const listCalls = (): string[] => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-packages-'));
  calls = join(folder, 'calls.txt');
  addProgram('sudo', 'shift; exec "$@"');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')(
  'installing packages of the distribution (skipped on Windows, which has no shell scripts)',
  () => {
    it('asks apt-get for the packages, without those that are only recommended', () => {
      addProgram('apt-get');
      expect(installPackages(['chromium', 'fonts-liberation'], environment())).toBe(true);
      expect(listCalls().at(-1)).toBe(
        'apt-get -qq -o DPkg::Lock::Timeout=600 install -y --no-install-recommends chromium fonts-liberation',
      );
    });

    it('updates the package lists once when the first attempt fails', () => {
      addProgram(
        'apt-get',
        `case "$4" in install) [ -e "${folder}/updated" ];; update) : > "${folder}/updated";; esac`,
      );
      expect(installPackages(['php-cli'], environment())).toBe(true);
      const steps = listCalls().filter((call) => call.startsWith('apt-get -qq'));
      expect(steps.map((call) => call.split(' ')[4])).toEqual(['install', 'update', 'install']);
    });

    it('installs nothing where KINDRED_NO_SYSTEM_PACKAGES forbids it', () => {
      addProgram('apt-get');
      expect(installPackages(['chromium'], environment({ KINDRED_NO_SYSTEM_PACKAGES: '1' }))).toBe(false);
      expect(listCalls()).toEqual([]);
    });

    it('installs nothing where there is no apt-get', () => {
      expect(installPackages(['chromium'], environment())).toBe(false);
    });

    it('does not install a program that is there', () => {
      addProgram('apt-get');
      addProgram('php');
      expect(hasProgram('php', ['php-cli'], environment())).toBe(true);
      expect(listCalls()).toEqual(['php --version']);
    });

    it('says that a program is missing when its package brought none', () => {
      addProgram('apt-get');
      expect(hasProgram('php', ['php-cli'], environment())).toBe(false);
    });

    it('finds the browser of CHROME_PATH, and refuses one that cannot be run', () => {
      addProgram('my-chrome');
      const CHROME_PATH = join(folder, 'my-chrome');
      expect(findBrowser(environment({ CHROME_PATH }))).toBe(CHROME_PATH);
      expect(() => findBrowser(environment({ CHROME_PATH: join(folder, 'none') }))).toThrow(/cannot be run/);
    });

    it('finds the browser in the PATH', () => {
      addProgram('chromium');
      expect(findBrowser(environment())).toBe(join(folder, 'chromium'));
    });

    it('prefers a browser without windows', () => {
      addProgram('chromium');
      addProgram('chromium-headless-shell');
      expect(findBrowser(environment())).toBe(join(folder, 'chromium-headless-shell'));
    });
  },
);
