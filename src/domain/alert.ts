/** Why a shop is alerted by its webhook. */
export const alertKinds = ['import-failed', 'import-waiting', 'answers-empty', 'test'] as const;
export type AlertKind = (typeof alertKinds)[number];

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
