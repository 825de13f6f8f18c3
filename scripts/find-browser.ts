/** Finds a Chromium or Chrome for the browser tests and the screenshots: node scripts/find-browser.ts */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Fault } from '../src/errors.ts';
import { installPackages } from './install-packages.ts';

/** The shell is Chromium without its windows: tests need a quarter less processor time with it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

const usualPaths = [
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** A browser in a container runs as root, so without its sandbox; it must not call its vendor. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const listPathCandidates = (environment: NodeJS.ProcessEnv): string[] =>
  (environment.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));

const findInstalled = (environment: NodeJS.ProcessEnv): string | null => {
  const configured = environment.CHROME_PATH;
  if (configured) {
    if (isExecutable(configured)) return configured;
    throw new Fault('bad-input', `CHROME_PATH names ${configured}, which cannot be run.`, {
      nextStep: 'Correct CHROME_PATH, or unset it to search the usual paths.',
    });
  }
  return [...listPathCandidates(environment), ...usualPaths].find(isExecutable) ?? null;
};

const installBrowser = (environment: NodeJS.ProcessEnv): boolean =>
  ['chromium-headless-shell', 'chromium'].some((name) =>
    installPackages([name, 'fonts-liberation'], environment),
  );

/** Path of an executable browser. Installs Debian's package when there is none, it has the rights and it is not forbidden. */
export const findBrowser = (environment: NodeJS.ProcessEnv = process.env): string => {
  const found = findInstalled(environment);
  if (found) return found;
  if (installBrowser(environment)) {
    const now = findInstalled(environment);
    if (now) return now;
  }
  throw new Fault('unavailable', 'No Chromium or Chrome was found, and none could be installed.', {
    nextStep: 'Install one (Debian: apt-get install chromium) or set CHROME_PATH to its program.',
  });
};

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(findBrowser());
  } catch (error) {
    console.error(error instanceof Fault ? `${error.message}\n${error.nextStep ?? ''}` : error);
    process.exitCode = 1;
  }
}
