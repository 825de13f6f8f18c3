import { callStatus, keyHeader } from './service.ts';
import type { TortureShop } from './shops.ts';

type Node = { readonly url: string };

/** What was acknowledged to somebody outside, so that it must be there after the crash. */
export type Journal = {
  /** Products that there are. Where more are changed than these, one has the price of the last change. */
  readonly products: number;
  /** By identifier. */
  readonly prices: Map<string, number>;
  /** Acknowledged since the last look. */
  readonly unread: Set<string>;
  readonly campaigns: Set<string>;
  /** The last key that was handed out. */
  key: string | null;
  /** A rotation was asked for, and not answered yet: it may have happened or not. */
  isRotating: boolean;
  /** Their query ids. */
  readonly events: Set<string>;
};

export type Writer = (service: Node, shop: TortureShop, journal: Journal, turn: number) => Promise<void>;

const adminCall = (service: Node, shop: TortureShop, path: string, body: unknown): Promise<Response> =>
  fetch(`${service.url}/admin/websites/${shop.name}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export const changePrice: Writer = async (service, shop, journal, turn) => {
  const identifier = `p${turn % journal.products}`;
  const price = 1000 + turn;
  const status = await callStatus(`${service.url}/productData/product`, {
    method: 'POST',
    headers: { ...keyHeader(shop.ingest), 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, price }),
  });
  if (status !== 200) return;
  journal.prices.set(identifier, price);
  journal.unread.add(identifier);
};

export const createCampaign: Writer = async (service, shop, journal, turn) => {
  const name = `campaign-${turn}`;
  const effect = { redirect: { url: 'https://shop.example/sale' } };
  const response = await adminCall(service, shop, '/campaigns', {
    name,
    effect,
    when: { brand: `None${turn}` },
  });
  await response.arrayBuffer();
  if (response.status === 201) journal.campaigns.add(name);
};

/** One at a time, with a grace: one rotation that was never answered leaves the key before it alive, a second would not. */
export const rotateKey: Writer = async (service, shop, journal) => {
  if (journal.isRotating) return;
  journal.isRotating = true;
  const response = await adminCall(service, shop, '/subscriptions/keys/rotate', {
    slot: 'secondary',
    graceSeconds: 3600,
  });
  const text = await response.text();
  journal.isRotating = false;
  const [key] = /kdr_sec_[A-Za-z0-9_]+/.exec(text) ?? [];
  if (response.ok && key !== undefined) journal.key = key;
};

export const createJournal = (products: number): Journal => ({
  products,
  prices: new Map(),
  unread: new Set(),
  campaigns: new Set(),
  key: null,
  isRotating: false,
  events: new Set(),
});

export const findLostPrices = async (
  service: Node,
  shop: TortureShop,
  { prices }: Journal,
  identifiers: Iterable<string>,
): Promise<string[]> => {
  const losses: string[] = [];
  for (const identifier of identifiers) {
    const url = `${service.url}/productData/product/${shop.tracker}/${identifier}`;
    const text = await (await fetch(url, { headers: keyHeader(shop.ingest) })).text();
    const found = Number(/"price":(\d+)/.exec(text)?.[1] ?? 0);
    const price = prices.get(identifier) ?? 0;
    // A later change of the same product may have been made without being acknowledged.
    if (found < price) losses.push(`${identifier}: price ${found}, acknowledged ${price}`);
  }
  return losses;
};

export const findLosses = async (service: Node, shop: TortureShop, journal: Journal): Promise<string[]> => {
  const losses = await findLostPrices(service, shop, journal, journal.unread);
  journal.unread.clear();
  const response = await fetch(`${service.url}/admin/websites/${shop.name}/campaigns`, {
    headers: { authorization: `Bearer ${shop.token}` },
  });
  const campaigns = await response.text();
  for (const name of journal.campaigns) if (!campaigns.includes(`"${name}"`)) losses.push(`${name} is gone`);
  const { key } = journal;
  if (key !== null) {
    const url = `${service.url}/search/imagesearch?btr=${shop.search}&identifier=p1`;
    const status = await callStatus(url, { headers: keyHeader(key) });
    if (status !== 200) losses.push(`the last key that was handed out answers ${status}`);
  }
  if (journal.isRotating) {
    journal.isRotating = false;
    journal.key = null;
  }
  return losses;
};
