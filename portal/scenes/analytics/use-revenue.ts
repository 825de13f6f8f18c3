import type { Period } from '../../api/types.ts';
import { useText } from '../../texts/text-context.tsx';

/** Amounts of different currencies are never added. null: there is none. */
export const useRevenue = () => {
  const { price } = useText();
  return (revenue: Period['revenue']): string | null =>
    revenue.map(({ currency, amount }) => price(amount, currency || null)).join(', ') || null;
};
