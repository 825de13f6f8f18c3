import { describe, expect, it } from 'vitest';
import { closeUnreleased, readUnreleased, writeNotes } from './changelog.ts';

const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n\n- Photos.\n\n## 0.1.0\n\nFirst version.\n';

describe('the changelog of a release', () => {
  it('takes what is unreleased, and leaves an empty section for what comes', () => {
    expect(readUnreleased(changelog)).toBe('### Added\n\n- Photos.');
    const closed = closeUnreleased(changelog, '0.2.0', '2026-01-02');
    expect(closed).toContain(
      '## Unreleased\n\n## 0.2.0 (2026-01-02)\n\n### Added\n\n- Photos.\n\n## 0.1.0\n',
    );
    expect(() => readUnreleased(closed)).toThrow('Nothing is listed');
  });

  it('refuses a changelog without the section', () => {
    expect(() => readUnreleased('# Changelog\n')).toThrow('no section');
  });

  it.each([
    [{ before: 2, now: 2 }, 'one after the other, and back'],
    [{ before: 1, now: 2 }, 'Data format 2 (before: 1)'],
    [{ before: null, now: 2 }, 'Make a backup before the upgrade'],
  ])('says for %o what older nodes can read', (formats, text) => {
    expect(writeNotes('0.2.0', 'changes', { ...formats, recomputed: 'Nothing.' })).toContain(text);
  });
});
