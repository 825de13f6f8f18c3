import type { AlertKind, AlertWay, DeliveryState } from '../domain/alert.ts';
import type { Website } from '../domain/website.ts';

/** Something that somebody should look at. */
export type Alert = {
  readonly kind: AlertKind;
  /** The dataset or the box; empty for a test. */
  readonly subject: string;
  readonly text: string;
};

export type Delivery = Alert & {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  /** Left out: by the webhook. */
  readonly way?: AlertWay;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** What the receiver answered, or why there was no answer; null before the first attempt. */
  readonly result: string | null;
};

export type AlertAddresses = {
  /** null: nothing is sent there. */
  readonly url: string | null;
  readonly email: string | null;
};

export type AlertSettings = AlertAddresses & {
  /** Whether the installation has a mail server. */
  readonly canMail: boolean;
  /** Signs every delivery; null until an address is set. */
  readonly secret: string | null;
  /** The last ones, newest first. */
  readonly deliveries: readonly Delivery[];
};

type Shop = Pick<Website, 'name' | 'tracker'>;

/** Webhooks and mails of websites. */
export interface Alerts {
  read(website: Shop): Promise<AlertSettings>;
  save(website: Shop, addresses: AlertAddresses): Promise<AlertSettings>;
  /** Removes the address, the secret and all deliveries: the website is gone. */
  remove(website: Shop): Promise<void>;
  /** Queues a delivery, which is tried again with growing pauses. Nothing is sent without an address. */
  send(website: Shop, alert: Alert): Promise<void>;
  /** One attempt in each way, at once: the one that failed, else the last. */
  test(website: Shop): Promise<Delivery>;
  close(): Promise<void>;
}
