import { Fault, faultTable } from '../../errors.ts';
import type { RawItem } from './flatten-item.ts';
import type { ItemReport } from './schema.ts';

/** The report of an item that was refused; an unexpected error is thrown on. */
export const reportFault = (index: number, item: RawItem, error: unknown): ItemReport => {
  if (!(error instanceof Fault)) throw error;
  const message = [error.message, error.nextStep].filter((part) => part !== undefined).join(' ');
  return {
    index,
    identifier: readIdentifierText(item),
    status: faultTable[error.code].status,
    message,
    warnings: [],
  };
};

const readIdentifierText = (item: RawItem): string | null => {
  const { identifier } = item;
  return typeof identifier === 'string' ? identifier.slice(0, 200) : null;
};
