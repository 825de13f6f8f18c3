import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from './server.ts';
import { openShop, type Shop } from '../../test/support/http/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('monitoring', () => {
  it('answers health and readiness', async () => {
    expect((await shop.send('GET', '/healthz')).json).toEqual({ status: 'ok' });
    expect((await shop.send('GET', '/readyz')).status).toBe(200);
  });

  it('answers 503 with what it waits for while not ready', async () => {
    const waiting = await openShop({ readiness: () => ({ ready: false, waitingFor: ['the store'] }) });
    const { status, json, headers } = await waiting.send('GET', '/readyz');
    expect([status, json, headers['retry-after']]).toEqual([
      503,
      {
        status: 'waiting',
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
        waitingFor: ['the store'],
      },
      '1',
    ]);
    expect((await waiting.send('GET', '/healthz')).status).toBe(200);
    await waiting.close();
  });

  it('counts answers by operation and status', async () => {
    await shop.get('/search/imagesearch', { btr: shop.north.search.tracker, identifier: 'p0' });
    await shop.get('/search/imagesearch', {}, {});
    const { text } = await shop.send('GET', '/metrics');
    expect(text).toContain('kindred_requests_total{operation="imageSearch",status="200"} 1');
    expect(text).toContain('kindred_requests_total{operation="imageSearch",status="401"} 1');
    expect(text).toContain('kindred_request_duration_seconds_count{operation="imageSearch"} 2');
    expect(text).toContain('kindred_in_flight 0');
    expect(text).toContain('kindred_live_datasets 1');
  });

  it('names websites, datasets and versions in the metrics only with the token', async () => {
    const metricsToken = 'a token for the metrics';
    const guarded = await openShop({ metricsToken });
    const metrics = async (authorization?: string) =>
      (await guarded.send('GET', '/metrics', authorization === undefined ? {} : { authorization })).text;
    const named = /kindred_live_version\{website="north",dataset="catalogue",version="1"\} 1/;
    expect(await metrics(`Bearer ${metricsToken}`)).toMatch(named);
    expect(await metrics(`Bearer ${metricsToken}`)).toContain('kindred_live_datasets 1');
    for (const wrong of [undefined, '', 'Bearer ', 'Bearer wrong', metricsToken])
      expect(await metrics(wrong)).not.toMatch(/north|catalogue/);
    await guarded.close();
    expect((await shop.send('GET', '/metrics', { authorization: 'Bearer null' })).text).not.toContain(
      'north',
    );
  });

  it('counts stalls of the event loop by the route that was in work', async () => {
    const blocked = await openShop({
      imageSearch: () => {
        const end = performance.now() + 150;
        while (performance.now() < end);
        throw new Error('only the time matters');
      },
    });
    const query = { btr: blocked.north.search.tracker, identifier: 'p0' };
    await new Promise((resolve) => setTimeout(resolve, 50));
    const stalls = async () => {
      await blocked.get('/search/imagesearch', query);
      return (await blocked.send('GET', '/metrics')).text;
    };
    // A busy machine adds stalls of its own, so that one call may go unseen: then another one is made.
    await expect
      .poll(stalls)
      .toMatch(/kindred_event_loop_stalls_total\{route="\/search\/imagesearch"\} [1-9]/);
    expect(blocked.log.join('\n')).toContain('the event loop was blocked');
    await blocked.close();
  });
});

describe('documents for callers', () => {
  it('serves the committed openapi.json and the schema of declarations', async () => {
    const committed = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'openapi.json'), 'utf8'),
    ) as unknown;
    expect((await shop.send('GET', '/openapi.json')).json).toEqual(committed);
    expect((await shop.send('GET', '/schemas/apply.json')).json).toEqual({ type: 'object' });
  });

  it('serves a docs page without other hosts and inline code', async () => {
    const { text, headers } = await shop.send('GET', '/docs');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(text).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/);
    for (const [, address] of text.matchAll(/(?:src|href)="(\/(?!portal[/"])[^"]+)"/g)) {
      expect([address, (await shop.send('GET', address ?? '')).status]).toEqual([address, 200]);
    }
  });
});

describe('on a real socket', () => {
  it('answers invalid HTTP with a JSON string, and finishes running calls on stop', async () => {
    const service = await openShop();
    const { url, stop } = await startServer(service.app, { host: '127.0.0.1', port: 0 });
    const { port } = new URL(url);
    const broken = await overTheWire(port, 'NONSENSE\r\n\r\n');
    expect(broken).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(broken.split('\r\n\r\n')[1] ?? '')).toBeTypeOf('string');

    const query = new URLSearchParams({ btr: service.north.search.tracker, identifier: 'p0' }).toString();
    const arrived = once(service.app.server, 'connection');
    const answered = new Promise<number>((done, fail) => {
      const headers = { 'Ocp-Apim-Subscription-Key': service.north.key };
      const call = request(`${url}/search/imagesearch?${query}`, { headers }, (response) => {
        response.resume();
        response.on('end', () => done(response.statusCode ?? 0));
      });
      call.on('error', fail);
      call.end();
    });
    await arrived;
    await stop();
    expect(await answered).toBe(200);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    await service.close();
  });

  it('answers requests that Node would refuse by itself', async () => {
    const service = await openShop();
    const { url } = await startServer(service.app, { host: '127.0.0.1', port: 0 });
    const query = new URLSearchParams({ btr: service.north.search.tracker, identifier: 'p0' }).toString();
    const ask = async (target: string, version: string, ...headers: string[]) => {
      const key = `Ocp-Apim-Subscription-Key: ${service.north.key}`;
      const lines = [`GET ${target}?${query} HTTP/${version}`, key, 'Connection: close', ...headers];
      const text = await overTheWire(new URL(url).port, `${lines.join('\r\n')}\r\n\r\n`);
      const [head = '', body = ''] = text.split('\r\n\r\n');
      expect(head.toLowerCase()).toContain('\r\nx-request-id: ');
      return [Number(head.split(' ')[1]), typeof JSON.parse(body)];
    };
    const path = '/search/imagesearch';
    expect(await ask(path, '1.1')).toEqual([400, 'string']);
    expect(await ask(path, '1.0')).toEqual([200, 'object']);
    expect(await ask(path, '1.1', 'Host: shop.example', 'Expect: tea')).toEqual([200, 'object']);
    expect(await ask(path, '1.1', 'Host: shop.example', 'hOST: other.example')).toEqual([400, 'string']);
    expect(await ask(`http://shop.example${path}`, '1.1', 'Host: shop.example')).toEqual([200, 'object']);
    await service.close();
  });

  it('answers HEAD with the content length and no body', async () => {
    const service = await openShop();
    const { url } = await startServer(service.app, { host: '127.0.0.1', port: 0 });
    const query = new URLSearchParams({ btr: service.north.search.tracker, identifier: 'p0' }).toString();
    const headers = { 'Ocp-Apim-Subscription-Key': service.north.key };
    const get = await fetch(`${url}/search/imagesearch?${query}`, { headers });
    const head = await fetch(`${url}/search/imagesearch?${query}`, { headers, method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect([head.status, await head.text()]).toEqual([200, '']);
    await get.arrayBuffer();
    await service.close();
  });
});

/** Everything that is received until the socket closes. */
const overTheWire = (port: string, text: string): Promise<string> => {
  return new Promise((done) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    let answered = '';
    socket.on('data', (data) => (answered += data.toString()));
    socket.on('close', () => done(answered));
  });
};
