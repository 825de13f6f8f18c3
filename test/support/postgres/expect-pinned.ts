import { expect } from 'vitest';

type Given = {
  /** A website that one node is not pinned to, with a question for its keywords. */
  readonly second: { readonly website: { readonly name: string }; readonly path: string };
  /** Its subscription key, and the token of an operator. */
  readonly key: string;
  readonly token: string;
  readonly nodeOfFirst: string;
  readonly nodeOfBoth: string;
};

const readMetric = async (url: string, name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await (await fetch(`${url}/metrics`)).text())?.[1]);

/** Settings of a website are on all nodes; calls and catalogues are on those that it is pinned to. */
export const expectPinned = async (given: Given): Promise<void> => {
  const { second, key, token, nodeOfFirst, nodeOfBoth } = given;
  const ask = (url: string) =>
    fetch(`${url}${second.path}`, { headers: { 'ocp-apim-subscription-key': key } });
  const look = (url: string, path: string) =>
    fetch(`${url}/admin/websites/${second.website.name}/datasets${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });

  await expect.poll(async () => (await ask(nodeOfBoth)).status).toBe(200);
  await expect.poll(async () => (await ask(nodeOfFirst)).status).toBe(421);
  expect(await (await ask(nodeOfFirst)).json()).toContain('another group of nodes');

  const [here, there] = await Promise.all([nodeOfBoth, nodeOfFirst].map((url) => look(url, '')));
  expect([here?.status, there?.status]).toEqual([200, 200]);
  expect(await there?.json()).toEqual(await here?.json());
  const [found, refused] = await Promise.all(
    [nodeOfBoth, nodeOfFirst].map((url) => look(url, '/searches/products')),
  );
  expect([found?.status, refused?.status]).toEqual([200, 421]);
  expect(await refused?.json()).toMatchObject({
    code: 'misdirected',
    reason: 'served-elsewhere',
    values: { name: second.website.name },
  });

  const loaded = [nodeOfFirst, nodeOfBoth].map((url) => readMetric(url, 'kindred_live_datasets'));
  expect(await Promise.all(loaded)).toEqual([1, 2]);
  const pinned = [nodeOfFirst, nodeOfBoth].map((url) => readMetric(url, 'kindred_pinned_websites'));
  expect(await Promise.all(pinned)).toEqual([1, 2]);
  expect((await fetch(`${nodeOfFirst}/readyz`)).status).toBe(200);
};
