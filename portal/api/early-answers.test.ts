import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from './client.ts';
import { forgetEarlyAnswers, takeEarlyAnswer } from './early-answers.ts';

const script = readFileSync(join(import.meta.dirname, '..', 'public', 'early.js'), 'utf8');
const page = globalThis as { kindredEarlyAnswers?: Map<string, { readonly response: Promise<unknown> }> };

type Answer = { readonly status: number; readonly body?: unknown };

let sent: string[];
let received: Response[];
let answers: Record<string, Answer | 'offline'>;

const send = async (address: string): Promise<Response> => {
  sent.push(address);
  const answer = answers[address] ?? { status: 200, body: { asked: address } };
  if (answer === 'offline') throw new TypeError('Failed to fetch');
  const response = new Response(JSON.stringify(answer.body ?? {}), { status: answer.status });
  received.push(response);
  return response;
};

beforeEach(() => {
  sent = [];
  received = [];
  answers = {};
  vi.stubGlobal('fetch', send);
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete page.kindredEarlyAnswers;
});

/** Runs the script as a browser at this address would; returns the links it added. */
const runEarly = async (pathname: string, language: { stored?: string; browser?: string } = {}) => {
  const added: { rel?: string; href?: string }[] = [];
  const { stored = null, browser = 'en-GB' } = language;
  const context: Record<string, unknown> = {
    fetch: send,
    Response,
    Map,
    Date,
    location: { pathname },
    navigator: { language: browser },
    localStorage: { getItem: () => stored },
    document: {
      querySelector: (selector: string) => ({ href: `/${/title="([\w-]+)"/.exec(selector)?.[1]}.js` }),
      createElement: () => ({}),
      head: { append: (link: object) => added.push(link) },
    },
  };
  runInNewContext(script, context);
  Object.assign(page, { kindredEarlyAnswers: context['kindredEarlyAnswers'] });
  // The script asks for more when it knows the session.
  await page.kindredEarlyAnswers?.get('/admin/session')?.response;
  return added;
};

const lists = ['datasets', 'boxes', 'campaigns'].map((list) => `/admin/websites/north/${list}`);

describe('the requests before the scripts', () => {
  it.each<[string, string[]]>([
    ['/portal/north', ['/admin/session', ...lists]],
    ['/portal/north/', ['/admin/session', ...lists]],
    ['/portal/north/boxes', ['/admin/session']],
    ['/portal/', ['/admin/session']],
    ['/portal', ['/admin/session']],
    ['/portal/system', ['/admin/session']],
    ['/portal/new-shop', ['/admin/session']],
    ['/portal/sign-in', []],
    ['/portal/set-up/token', []],
    ['/portal/invitation/token', []],
  ])('of %s are %j', async (pathname, expected) => {
    await runEarly(pathname);
    expect(sent).toEqual(expected);
  });

  it('end with the session where there is none', async () => {
    answers['/admin/session'] = { status: 401 };
    await runEarly('/portal/north');
    expect(sent).toEqual(['/admin/session']);
  });

  it.each<[{ stored?: string; browser?: string }, string]>([
    [{}, 'en'],
    [{ browser: 'de-AT' }, 'de'],
    [{ stored: 'en', browser: 'de' }, 'en'],
    [{ stored: 'de' }, 'de'],
    [{ browser: 'fr' }, 'en'],
  ])('request the texts of the language %j', async (language, expected) => {
    for (const pathname of ['/portal/north/boxes', '/portal/sign-in'])
      expect(await runEarly(pathname, language)).toEqual([
        { rel: 'modulepreload', crossOrigin: '', href: `/${expected}.js` },
      ]);
  });

  it('request the overview where it is opened', async () => {
    expect(await runEarly('/portal/north')).toContainEqual(
      expect.objectContaining({ href: '/overview-scene.js' }),
    );
  });
});

describe('an early answer', () => {
  it('is used once instead of a request', async () => {
    await runEarly('/portal/north');
    sent.length = 0;
    expect(await api.get('/admin/session')).toEqual({ asked: '/admin/session' });
    expect(sent).toEqual([]);
    await api.get('/admin/session');
    expect(sent).toEqual(['/admin/session']);
  });

  it('of an error is an error', async () => {
    answers['/admin/session'] = { status: 401, body: { message: 'Sign in.' } };
    await runEarly('/portal/north');
    sent.length = 0;
    await expect(api.get('/admin/session')).rejects.toMatchObject({ status: 401 });
    expect(sent).toEqual([]);
  });

  it('that did not arrive is asked for again', async () => {
    answers['/admin/session'] = 'offline';
    await runEarly('/portal/north');
    delete answers['/admin/session'];
    expect(await api.get('/admin/session')).toEqual({ asked: '/admin/session' });
    expect(sent).toEqual(['/admin/session', '/admin/session']);
  });

  it('is read whole when nobody takes it', async () => {
    await runEarly('/portal/north');
    await expect.poll(() => received.map(({ bodyUsed }) => bodyUsed)).toEqual([true, true, true, true]);
  });

  it('is not used when it is old', async () => {
    await runEarly('/portal/north');
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    expect(await takeEarlyAnswer('/admin/session')).toBeNull();
    vi.restoreAllMocks();
  });

  it('is forgotten after a change', async () => {
    await runEarly('/portal/north');
    await api.remove('/admin/session');
    sent.length = 0;
    await api.get('/admin/websites/{website}/boxes', { params: { website: 'north' } });
    expect(sent).toEqual(['/admin/websites/north/boxes']);
  });

  it('does not exist without the script', async () => {
    forgetEarlyAnswers();
    expect(await takeEarlyAnswer('/admin/session')).toBeNull();
  });
});
