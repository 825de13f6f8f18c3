import { describe, expect, it } from 'vitest';
import { render, textOf } from '../../testing/render.ts';
import { Card } from './card.tsx';

const draw = (parts: { description?: string; actions?: string; title?: string }): string =>
  render(<Card {...parts}>content</Card>);

describe('a card', () => {
  it('shows its title, what it is about, its actions and its content, in this order', () => {
    const text = textOf(draw({ title: 'Terms', description: 'What is searched', actions: 'CSV' }));
    expect(text).toBe('Terms What is searched CSV content');
  });

  it('has no header without a title', () => {
    expect(draw({ actions: 'CSV' })).not.toContain('<header');
    expect(textOf(draw({ actions: 'CSV' }))).toBe('content');
  });

  it('puts the actions in line with a title alone, and at the top beside a longer text', () => {
    expect(draw({ title: 'Terms', actions: 'CSV' })).toMatch(/<header class="[^"]*items-center/);
    expect(draw({ title: 'Terms', actions: 'CSV', description: 'More' })).toMatch(
      /<header class="[^"]*items-start/,
    );
  });

  it('breaks a long title before it moves the actions below', () => {
    expect(draw({ title: 'Terms', actions: 'CSV' })).toMatch(/<div class="min-w-0 flex-1 basis-32"/);
    expect(draw({ title: 'Terms', actions: 'CSV', description: 'More' })).toContain('basis-48');
  });
});
