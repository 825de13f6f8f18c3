import { describe, expect, it } from 'vitest';
import { draftToTry } from './draft-to-try.ts';
import { effectKinds, newCampaign, newEffect } from './effects.ts';

describe('a draft that is tried out', () => {
  it('is none while it does nothing, whatever its effect', () => {
    const begun = effectKinds.map((kind) => ({ ...newCampaign('similar'), effect: newEffect(kind) }));
    expect(begun.map((draft) => draftToTry(draft, 'New'))).toEqual(begun.map(() => null));
  });

  it('has a name before it was given one, and no clause that says nothing yet', () => {
    const draft = {
      ...newCampaign('similar'),
      effect: { redirect: { url: 'https://shop.example/sale' } },
      when: { category: '', brand: 'Acme', attributes: [{ name: '', value: '' }] },
    };
    expect(draftToTry(draft, 'New')).toEqual({ ...draft, name: 'New', when: { brand: 'Acme' } });
    expect(draftToTry({ ...draft, name: 'Sale' }, 'New')?.name).toBe('Sale');
  });
});
