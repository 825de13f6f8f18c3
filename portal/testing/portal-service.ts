import { afterAll, beforeAll, vi } from 'vitest';
import type { Role } from '../../src/domain/operator.ts';
import {
  type AdminClient,
  type AdminResponse,
  openAdminClient,
  origin,
  passwordOf,
} from '../../test/support/http/admin/admin-client.ts';
import { createWebsiteFixture, type WebsiteFixture } from '../../test/support/http/admin/website-fixture.ts';

export type SentRequest = { readonly method: string; readonly url: string; readonly body: unknown };

export type PortalService = {
  readonly admin: AdminClient;
  readonly north: WebsiteFixture;
  /** The requests that the portal sent, oldest first. Reads are left out. */
  readonly changes: SentRequest[];
  /** From now on the portal is used by an operator with this role; null is somebody who is not signed in. */
  readonly signInAs: (role: Role | null) => void;
  /** The next request whose address contains this text gets this answer instead of the service's. */
  readonly failOnce: (part: string, status: number, body: object) => void;
};

const encodeForm = async (form: FormData): Promise<{ payload: Buffer; type: string }> => {
  const boundary = 'boundary-of-the-test';
  const parts: Buffer[] = [];
  for (const [name, value] of form) {
    const isFile = typeof value !== 'string';
    const fileName = isFile ? `; filename="${value.name}"` : '';
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName}\r\n\r\n`),
      isFile ? Buffer.from(await value.arrayBuffer()) : Buffer.from(value),
      Buffer.from('\r\n'),
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { payload: Buffer.concat(parts), type: `multipart/form-data; boundary=${boundary}` };
};

type Encoded = { readonly payload?: unknown; readonly headers?: Record<string, string> };

/** A body as it goes over the wire: a form with its boundary, else the text that the portal wrote. */
const encodeBody = async ({ body, headers }: RequestInit): Promise<Encoded> => {
  if (body instanceof FormData) {
    const { payload, type } = await encodeForm(body);
    return { payload, headers: { 'content-type': type } };
  }
  const given = headers as Record<string, string> | undefined;
  return { ...(body ? { payload: body } : {}), ...(given ? { headers: given } : {}) };
};

const readBody = (body: unknown): unknown =>
  typeof body === 'string' ? (JSON.parse(body) as unknown) : body instanceof FormData ? 'form' : undefined;

const emailOf = (role: Role): string => `${role}@shop.example`;

/** The session of an answer as a browser would send it back; null where the answer sets none. */
const readCookie = ({ headers }: AdminResponse): string | null => {
  const set: unknown = headers['set-cookie'];
  const [first = ''] = Array.isArray(set) ? (set as string[]) : typeof set === 'string' ? [set] : [];
  return first.split(';')[0] || null;
};

/** One real service for all tests of a file, without a port: `fetch` of the portal reaches it directly. */
export const withService = (): PortalService => {
  const changes: SentRequest[] = [];
  const failures: { part: string; status: number; body: object }[] = [];
  const cookies = new Map<Role | null, string>();
  const opened: { admin?: AdminClient; north?: WebsiteFixture } = {};
  let role: Role | null = 'owner';

  const signIn = async (as: Role): Promise<string> => {
    const email = emailOf(as);
    const answer = await opened.admin?.request({
      method: 'POST',
      url: '/admin/session',
      body: { email, password: passwordOf(email) },
      headers: { origin },
    });
    const cookie = answer && readCookie(answer);
    if (!cookie) throw new Error(`The ${as} could not sign in: ${answer?.text}`);
    cookies.set(as, cookie);
    return cookie;
  };

  const send = async (path: string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init;
    if (method !== 'GET') changes.push({ method, url: path, body: readBody(body) });
    const failure = failures.findIndex(({ part }) => path.includes(part));
    const [failed] = failure < 0 ? [] : failures.splice(failure, 1);
    if (failed) return respond(failed.status, JSON.stringify(failed.body), {});
    const sent = await encodeBody(init);
    const cookie = cookies.get(role) ?? (role === null ? undefined : await signIn(role));
    const answer = await opened.admin?.request({
      method,
      url: path,
      ...(sent.payload === undefined ? {} : { body: sent.payload }),
      headers: {
        ...sent.headers,
        origin,
        ...(cookie === undefined ? {} : { cookie }),
      },
    });
    if (!answer) throw new Error('The service is not open yet.');
    const next = readCookie(answer);
    if (next !== null) cookies.set(role, next);
    return respond(answer.status, answer.text, answer.headers);
  };

  beforeAll(async () => {
    const admin = await openAdminClient();
    opened.admin = admin;
    opened.north = await createWebsiteFixture(admin.kindred, admin.imports, 'north');
    for (const each of ['owner', 'merchandiser', 'viewer'] as const) {
      const email = emailOf(each);
      await admin.kindred.store.operators.put(opened.north.id, 'test', email, each, passwordOf(email));
    }
    vi.stubGlobal('fetch', send);
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await opened.admin?.close();
  });

  return {
    get admin() {
      if (!opened.admin) throw new Error('The service is not open yet.');
      return opened.admin;
    },
    get north() {
      if (!opened.north) throw new Error('The service is not open yet.');
      return opened.north;
    },
    changes,
    signInAs: (next) => {
      role = next;
      cookies.delete(null);
    },
    failOnce: (part, status, body) => void failures.push({ part, status, body }),
  };
};

const respond = (status: number, text: string, headers: Readonly<Record<string, string | undefined>>) => ({
  status,
  ok: status >= 200 && status < 300,
  headers: { get: (name: string) => headers[name] ?? null },
  json: async () => JSON.parse(text) as unknown,
  text: async () => text,
  arrayBuffer: async () => new TextEncoder().encode(text).buffer,
});
