import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { attributesOf, render, textOf } from '../../testing/render.ts';
import { Checkbox, Switch } from './checkbox.tsx';
import { DateRange, InstantField } from './date-range.tsx';
import { Field } from './field.tsx';
import { InputWithChoices } from './input-with-choices.tsx';
import { Input, Select, Textarea } from './input.tsx';
import { NumberField } from './number-field.tsx';
import { Slider } from './slider.tsx';
import { SelectField, TextField } from './text-field.tsx';

const nothing = (): void => undefined;

/** The ids that a control names as its descriptions, each of which must exist in the markup. */
const describedBy = (markup: string): string[] =>
  attributesOf(markup, 'aria-describedby').flatMap((ids) => ids.split(' '));

describe('Field', () => {
  const field = (more: { hint?: string; error?: string; optional?: boolean } = {}) =>
    render(
      createElement(Field, {
        label: 'Name',
        ...more,
        children: (control) => createElement(Input, { ...control, defaultValue: '' }),
      }),
    );

  it('ties the label to its control', () => {
    const markup = field();
    expect(attributesOf(markup, 'for')).toEqual(attributesOf(markup.slice(markup.indexOf('<input')), 'id'));
  });

  it('describes the control by hint and error, both of which exist', () => {
    const markup = field({ hint: 'At most 200 characters.', error: 'is missing' });
    expect(describedBy(markup)).toHaveLength(2);
    for (const id of describedBy(markup)) expect(attributesOf(markup, 'id')).toContain(id);
    expect(attributesOf(markup, 'aria-invalid')).toEqual(['true']);
  });

  it('describes nothing and marks nothing invalid without hint and error', () => {
    expect(field()).not.toContain('aria-describedby');
    expect(attributesOf(field(), 'aria-invalid')).toEqual([]);
  });

  it('says that a field is optional in the language of the operator', () => {
    expect(textOf(field({ optional: true }))).toBe('Name (optional)');
  });
});

describe('inputs', () => {
  it('a text field carries its value and its limits', () => {
    const markup = render(
      createElement(TextField, {
        label: 'Name',
        value: 'a"b',
        required: true,
        maxLength: 200,
        onChange: nothing,
      }),
    );
    expect(attributesOf(markup, 'value')).toEqual(['a&quot;b']);
    expect(markup).toContain('required=""');
    expect(attributesOf(markup, 'maxLength').concat(attributesOf(markup, 'maxlength'))).toEqual(['200']);
  });

  it('a select shows its options with the chosen one selected', () => {
    const options = [
      { value: 'a', label: 'First' },
      { value: 'b', label: 'Second' },
    ] as const;
    const markup = render(
      createElement(SelectField<'a' | 'b'>, { label: 'Kind', value: 'b', options, onChange: nothing }),
    );
    expect(textOf(markup)).toBe('Kind First Second');
    expect(markup).toMatch(/<option value="b" selected="">Second/);
    expect(
      render(createElement(Select<'a' | 'b'>, { value: 'a', options, onChange: nothing, disabled: true })),
    ).toContain('disabled=""');
  });

  it('a number field is empty while what is typed is no number', () => {
    const field = (value: number) =>
      render(createElement(NumberField, { label: 'Size', value, min: 1, max: 100, onChange: nothing }));
    expect(attributesOf(field(24), 'value')).toEqual(['24']);
    expect(attributesOf(field(Number.NaN), 'value')).toEqual(['']);
    expect(attributesOf(field(24), 'min')).toEqual(['1']);
  });

  it('an input with choices names the list it takes them from', () => {
    const markup = render(
      createElement(InputWithChoices, { choices: ['Shoes', 'Shoes/Boots'], defaultValue: '' }),
    );
    expect(attributesOf(markup, 'list')).toEqual(
      attributesOf(markup.slice(markup.indexOf('<datalist')), 'id'),
    );
    expect(markup.match(/<option/g)).toHaveLength(2);
  });

  it('a text area keeps its text as text', () => {
    const markup = render(createElement(Textarea, { defaultValue: '</textarea><b>' }));
    expect(markup).not.toContain('<b>');
  });
});

describe('Checkbox and Switch', () => {
  it('a checkbox has its label, hint and state', () => {
    const markup = render(
      createElement(Checkbox, { label: 'Facets', hint: 'In order.', checked: true, onChange: nothing }),
    );
    expect(markup).toContain('checked=""');
    expect(textOf(markup)).toBe('Facets In order.');
    for (const id of describedBy(markup)) expect(attributesOf(markup, 'id')).toContain(id);
  });

  it('a switch says whether it is on, and is named by its label', () => {
    const markup = (checked: boolean) =>
      render(createElement(Switch, { label: 'Highlighted', checked, onChange: nothing }));
    expect(markup(true)).toContain('aria-checked="true"');
    expect(markup(false)).toContain('aria-checked="false"');
    const [labelled = ''] = attributesOf(markup(true), 'aria-labelledby');
    expect(attributesOf(markup(true), 'id')).toContain(labelled);
  });
});

describe('Slider', () => {
  it('shows its value in words, to eyes and to screen readers', () => {
    const markup = render(
      createElement(Slider, {
        label: 'Share',
        value: 0.5,
        min: 0,
        max: 1,
        step: 0.01,
        valueText: '50 %',
        onChange: nothing,
      }),
    );
    expect(textOf(markup)).toBe('Share 50 %');
    expect(attributesOf(markup, 'aria-valuetext')).toEqual(['50 %']);
  });
});

describe('instants', () => {
  it('are shown in the time zone of the operator, and an open end is empty', () => {
    const iso = '2026-05-01T12:30:00.000Z';
    const local = new Date(Date.parse(iso) - new Date(iso).getTimezoneOffset() * 60_000)
      .toISOString()
      .slice(0, 16);
    expect(
      attributesOf(
        render(createElement(InstantField, { label: 'From', value: iso, onChange: nothing })),
        'value',
      ),
    ).toEqual([local]);
    expect(
      attributesOf(
        render(createElement(InstantField, { label: 'From', value: null, onChange: nothing })),
        'value',
      ),
    ).toEqual(['']);
  });

  it('of a period are two fields', () => {
    const markup = render(
      createElement(DateRange, { value: { from: null, until: null }, onChange: nothing }),
    );
    expect(textOf(markup)).toBe('From Empty: at once. Until Empty: no end.');
  });
});
