import { describe, expect, it } from 'vitest';
import { presentCampaigns } from './presenter.ts';

const arm = (shown: number) => ({ shown, clicked: 1, carts: 0, orders: 0 });
const difference = { value: 0.1, low: -0.1, high: 0.3 };
const outcomes = { clicks: 4, carts: 3, orders: 2, revenue: [{ currency: 'EUR', amount: 9 }] };
const use = (ruleId: number, answers = 5) => ({
  ruleId,
  answers,
  with: arm(10),
  without: arm(20),
  difference,
  outcomes,
});
const campaign = (ruleId: number, share: number) => ({ ruleId, name: `campaign ${ruleId}`, share });

describe('presentCampaigns', () => {
  it('reads a campaign for a share of the traffic as an experiment', () => {
    expect(presentCampaigns([use(1)], [campaign(1, 0.25)])).toEqual([
      {
        ruleId: 1,
        campaign: 'campaign 1',
        answers: 5,
        ...outcomes,
        experiment: { share: 0.25, with: arm(10), without: arm(20), difference },
      },
    ]);
  });

  it.each([0, 1])('compares nothing at a share of %i', (share) => {
    expect(presentCampaigns([use(1)], [campaign(1, share)])).toMatchObject([{ experiment: null }]);
  });

  it('keeps the order, and leaves out campaigns that were deleted', () => {
    const uses = [use(3, 9), use(2, 8), use(1, 7)];
    const known = [campaign(1, 1), campaign(3, 1)];
    expect(presentCampaigns(uses, known).map(({ ruleId, answers }) => [ruleId, answers])).toEqual([
      [3, 9],
      [1, 7],
    ]);
    expect(presentCampaigns([], known)).toEqual([]);
  });
});
