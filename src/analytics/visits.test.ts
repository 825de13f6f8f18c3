import { describe, expect, it } from 'vitest';
import { createVisits, visitDefaults } from './visits.ts';

const credit = (boxId: number) => ({ boxId, campaigns: [] });
const noVariants = async (): Promise<string[]> => [];

const openVisits = () => {
  let clock = 0;
  const visits = createVisits(() => clock);
  return {
    ...visits,
    pass: (ms: number) => {
      clock += ms;
    },
    find: (shopper: string, product: string, variants = noVariants) =>
      visits.findCredit(1, shopper, product, variants),
  };
};

describe('a visit', () => {
  it('credits the last list in which the product was clicked', async () => {
    const { rememberClick, find } = openVisits();
    rememberClick(1, 's', 'p', credit(1));
    rememberClick(1, 's', 'p', credit(2));
    expect(await find('s', 'p')).toEqual(credit(2));
    expect(await find('other', 'p')).toBeNull();
    expect(await find('s', 'q')).toBeNull();
  });

  it('credits the keyword for what no list led to, and a variant as the product', async () => {
    const { rememberClick, find } = openVisits();
    rememberClick(1, 's', null, credit(3));
    rememberClick(1, 's', 'p-red', credit(1));
    expect(await find('s', 'q')).toEqual(credit(3));
    expect(await find('s', 'p-blue', async () => ['p-blue', 'p-red'])).toEqual(credit(1));
  });

  it('goes on as long as there are events, and ends after half an hour without', async () => {
    const { rememberClick, continueVisit, find, pass } = openVisits();
    rememberClick(1, 's', 'p', credit(1));
    pass(visitDefaults.idleMs);
    continueVisit(1, 's');
    pass(visitDefaults.idleMs);
    expect(await find('s', 'p')).toEqual(credit(1));
    pass(visitDefaults.idleMs + 1);
    expect(await find('s', 'p')).toBeNull();
  });

  it('is one of a limited number, with a limited number of products', async () => {
    const { rememberClick, find } = openVisits();
    for (let at = 0; at <= visitDefaults.products; at += 1) rememberClick(1, 's', `p${at}`, credit(1));
    expect(await find('s', 'p0')).toBeNull();
    expect(await find('s', 'p1')).toEqual(credit(1));
    for (let at = 0; at < visitDefaults.visits; at += 1) rememberClick(1, `t${at}`, 'p', credit(1));
    expect(await find('s', 'p1')).toBeNull();
  });
});
