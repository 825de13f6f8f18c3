import { Type } from 'typebox';
import { alertKinds, deliveryStates } from '../../../domain/alert.ts';
import { textLengthLimits } from '../../../domain/configuration-limits.ts';
import { webAddressPattern } from '../../../domain/web-address.ts';
import { Nullable, NullableText, StringEnum } from '../../schema/schema-helpers.ts';
import { ClosedComponent, Component, Count, Instant } from '../contract/field-schemas.ts';

export const AlertDelivery = Component('AlertDelivery', {
  id: Type.String({ description: 'Sent as X-Kindred-Delivery.' }),
  at: Instant(),
  kind: StringEnum(alertKinds),
  subject: Type.String({ description: 'The dataset or the box.' }),
  text: Type.String(),
  state: StringEnum(deliveryStates),
  attempts: Count(),
  result: NullableText('What the receiver answered, or why it did not.'),
});

export const AlertSettings = Component('AlertSettings', {
  url: NullableText('Where alerts are sent; null: nowhere.'),
  secret: NullableText(
    'Signs every delivery (X-Kindred-Signature). Whole only in the answer that sets an address where there was none; otherwise its last four characters.',
  ),
  deliveries: Type.Array(AlertDelivery, { description: 'The last 20, newest first.' }),
});

export const AlertAddress = ClosedComponent('AlertAddress', {
  url: Nullable(
    Type.String({
      pattern: webAddressPattern,
      maxLength: textLengthLimits.url,
      description: 'An http or https address, without a user name and password.',
    }),
  ),
});
