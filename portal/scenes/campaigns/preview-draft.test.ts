import { describe, expect, it } from 'vitest';
import { toPreviewDraft } from './preview-draft.ts';
import { effectKinds, newCampaign, newEffect } from './effects.ts';

describe('toPreviewDraft', () => {
  it('is null while the draft changes nothing, for every effect', () => {
    const begun = effectKinds.map((kind) => ({
      ...newCampaign({ box: 'similar' }),
      effect: newEffect(kind),
    }));
    expect(begun.map((draft) => toPreviewDraft(draft, 'New'))).toEqual(begun.map(() => null));
  });

  it('fills in a name, and drops empty clauses', () => {
    const draft = {
      ...newCampaign({ box: 'similar' }),
      effect: { redirect: { url: 'https://shop.example/sale' } },
      when: { category: '', brand: 'Acme', attributes: [{ name: '', value: '' }] },
    };
    expect(toPreviewDraft(draft, 'New')).toEqual({ ...draft, name: 'New', when: { brand: 'Acme' } });
    expect(toPreviewDraft({ ...draft, name: 'Sale' }, 'New')?.name).toBe('Sale');
  });
});
