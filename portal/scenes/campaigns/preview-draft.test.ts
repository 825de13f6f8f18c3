import { describe, expect, it } from 'vitest';
import { toPreviewDraft } from './preview-draft.ts';
import { effectKinds, newCampaign, newEffect } from './effects.ts';

describe('a draft that is tried out', () => {
  it('is none while it does nothing, whatever its effect', () => {
    const begun = effectKinds.map((kind) => ({ ...newCampaign('similar'), effect: newEffect(kind) }));
    expect(begun.map((draft) => toPreviewDraft(draft, 'New'))).toEqual(begun.map(() => null));
  });

  it('has a name before it was given one, and no clause that says nothing yet', () => {
    const draft = {
      ...newCampaign('similar'),
      effect: { redirect: { url: 'https://shop.example/sale' } },
      when: { category: '', brand: 'Acme', attributes: [{ name: '', value: '' }] },
    };
    expect(toPreviewDraft(draft, 'New')).toEqual({ ...draft, name: 'New', when: { brand: 'Acme' } });
    expect(toPreviewDraft({ ...draft, name: 'Sale' }, 'New')?.name).toBe('Sale');
  });
});
