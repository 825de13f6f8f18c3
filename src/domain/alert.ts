/** Why a shop is alerted. */
export const alertKinds = ['import-failed', 'import-waiting', 'answers-empty', 'test'] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertWays = ['webhook', 'email'] as const;
export type AlertWay = (typeof alertWays)[number];

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
