import { expect, it } from 'vitest';
import { createDictionary } from './dictionary.ts';

it('gives each text one id, in the order of first use, and finds both ways', () => {
  const dictionary = createDictionary();
  expect(['a', 'b', 'a', '', 'b'].map((text) => dictionary.add(text))).toEqual([0, 1, 0, 2, 1]);
  expect(dictionary.size).toBe(3);
  expect(dictionary.find('b')).toBe(1);
  expect(dictionary.find('c')).toBeUndefined();
  expect(dictionary.getText(2)).toBe('');
  expect(dictionary.getText(9)).toBe('');
});
