import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../src/domain/campaign.ts';
import { show } from '../../testing/open-page.tsx';
import { ConditionBuilder } from './condition-builder.tsx';

const changes: Condition[] = [];

/** As an editor has it: what is changed is shown again. */
const Editor = ({ first }: { first: Condition }) => {
  const [value, setValue] = useState(first);
  return (
    <ConditionBuilder
      value={value}
      fields={[]}
      onChange={(next) => {
        changes.push(next);
        setValue(next);
      }}
    />
  );
};

const edit = (first: Condition): void => {
  changes.length = 0;
  show(<Editor first={first} />);
};

const type = (label: string | RegExp, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};

const category = 'the product is in category';
const identifiers = 'the product is one of';

describe('a condition that is typed', () => {
  it('holds while the field still has the focus', () => {
    edit({ category: '' });
    type(category, 'Garden');
    expect(changes.at(-1)).toEqual({ category: 'Garden' });
  });

  it('is not lost to a change of another clause in the same moment', () => {
    edit({ category: '', price: {} });
    type(category, 'Garden');
    type('at least', '5');
    fireEvent.blur(screen.getByLabelText(category));
    expect(changes.at(-1)).toEqual({ category: 'Garden', price: { min: 5 } });
  });

  it('takes identifiers one by one, and keeps a comma that was just typed', () => {
    edit({ identifiers: [] });
    const shown = () => screen.getByLabelText<HTMLInputElement>(identifiers).value;
    for (const [text, list] of [
      ['a', ['a']],
      ['a,', ['a']],
      ['a, b', ['a', 'b']],
      ['a, b ', ['a', 'b']],
      ['', []],
    ] as const) {
      type(identifiers, text);
      expect(changes.at(-1)).toEqual({ identifiers: list });
      expect(shown()).toBe(text);
    }
  });

  it('follows a list that is changed from outside', () => {
    edit({ identifiers: ['x', 'y'] });
    expect(screen.getByLabelText<HTMLInputElement>(identifiers).value).toBe('x, y');
  });
});
