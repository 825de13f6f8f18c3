import { expect } from 'vitest';

/** Prepares something over the admin API, as whoever is signed in. */
export const send = async (method: string, path: string, body?: object): Promise<unknown> => {
  const response = await fetch(`/admin/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  expect([method, path, response.ok ? 'ok' : text]).toEqual([method, path, 'ok']);
  return text === '' ? null : (JSON.parse(text) as unknown);
};
