import type { AlertSettings, Delivery } from '../contract/alert.ts';
import type { Website } from '../domain/website.ts';

/** Something that somebody should look at. `subject`: the dataset or the box; empty for a test. */
export type Alert = Pick<Delivery, 'kind' | 'subject' | 'text'>;

type Shop = Pick<Website, 'name' | 'tracker'>;

export interface Alerts {
  read(website: Shop): Promise<AlertSettings>;
  save(website: Shop, addresses: Pick<AlertSettings, 'url' | 'email'>): Promise<AlertSettings>;
  /** Removes the address, the secret and all deliveries: the website is gone. */
  remove(website: Shop): Promise<void>;
  /** Queues a delivery, which is tried again with growing pauses. Nothing is sent without an address. */
  send(website: Shop, alert: Alert): Promise<void>;
  /** One attempt in each way, at once: the one that failed, else the last. */
  test(website: Shop): Promise<Delivery>;
  close(): Promise<void>;
}
