import { describe, expect, it } from 'vitest';
import { findSwatch } from './swatches.ts';

describe('findSwatch', () => {
  it.each([
    ['colour', 'Red', '#d02c2c'],
    ['color', 'red', '#d02c2c'],
    ['Farbe', 'Rot', '#d02c2c'],
    ['base_color', ' BLUE ', '#2a62c8'],
    ['colour', 'dark blue', '#2a62c8'],
    ['colour', 'dark-blue', '#2a62c8'],
    ['colour', 'Grün', '#2f9150'],
    ['colour', 'weiß', '#ffffff'],
    ['colour', 'Lilac', '#b08fd0'],
    ['Farbe', 'lila', '#b08fd0'],
    ['colour', 'himmelblau', '#2a62c8'],
    ['colour', 'Sandfarben', '#dcc9a8'],
    ['colour', 'multicoloured', null],
    ['colour', 'rainbow', null],
    ['colour', '', null],
    ['colour', 'constructor', null],
    ['brand', 'Orange', null],
  ])('%s %s is shown as %s', (field, value, expected) => {
    expect(findSwatch(field, value)).toBe(expected);
  });
});
