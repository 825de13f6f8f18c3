import { Type } from 'typebox';
import { nullable, type ValueOf } from './schema-parts.ts';

/* Alerts of a website, as the admin API shows them. Deliveries are stored in the same form. */

const choice = <const Words extends readonly string[]>(words: Words, description?: string) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: words, ...(description && { description }) });

const nullableText = (description: string) => nullable(Type.String({ description }));

export const alertDelivery = Type.Object(
  {
    id: Type.String({ description: 'Sent as X-Kindred-Delivery.' }),
    at: Type.String({ format: 'date-time', maxLength: 40 }),
    way: Type.Optional(choice(['webhook', 'email'], 'Left out: by the webhook.')),
    kind: choice(['import-failed', 'import-waiting', 'answers-empty', 'test']),
    subject: Type.String({ description: 'The dataset or the box.' }),
    text: Type.String(),
    state: choice(['pending', 'delivered', 'failed']),
    attempts: Type.Integer({ minimum: 0 }),
    result: nullableText('What the receiver answered, or why it did not.'),
  },
  { title: 'AlertDelivery' },
);

export const alertSettings = Type.Object(
  {
    url: nullableText('Where alerts are posted; null: nowhere.'),
    email: nullableText('Where alerts are mailed; null: nowhere.'),
    canMail: Type.Boolean({ description: 'Whether the installation has a mail server (KINDRED_SMTP_URL).' }),
    secret: nullableText(
      'Signs every delivery (X-Kindred-Signature). Whole only in the answer that sets an address where there was none; otherwise its last four characters.',
    ),
    deliveries: Type.Array(alertDelivery, { description: 'The last 20, newest first.' }),
  },
  { title: 'AlertSettings' },
);

export type Delivery = ValueOf<typeof alertDelivery>;
export type AlertSettings = ValueOf<typeof alertSettings>;

/** Something that somebody should look at. `subject`: the dataset or the box; empty for a test. */
export type Alert = Pick<Delivery, 'kind' | 'subject' | 'text'>;
