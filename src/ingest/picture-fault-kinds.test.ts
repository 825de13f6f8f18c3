import { describe, expect, it } from 'vitest';
import {
  classifyPictureFault,
  describePictureFault,
  groupPictureFaults,
  readPictureFault,
} from './faults.ts';

describe('the reason why a picture is missing', () => {
  it.each([
    ['the feed names none', 'none-named', null],
    ['pictures were left out of this import', 'left-out', null],
    ['the dataset has no image folder', 'file-missing', null],
    ['not in the image folder', 'file-missing', null],
    ['named outside the image folder', 'file-missing', null],
    ['its address answers 404', 'address-answers', '404'],
    ['cdn.example:8080 cannot be reached', 'host-unreachable', 'cdn.example:8080'],
    ['10.0.0.1 is not on the public internet: it is not asked', 'private-host', '10.0.0.1'],
    ['larger than 10 MB', 'too-large', null],
    ['more than 40 megapixels', 'too-large', null],
    ['a web page, not a picture', 'no-picture', null],
    ['SVG drawings are not accepted: use JPEG, PNG, WebP, GIF, AVIF or TIFF', 'no-picture', null],
    ['not a picture of a known kind: use JPEG, PNG, WebP, GIF, AVIF or TIFF', 'no-picture', null],
    ['the file is empty', 'no-picture', null],
    ['the picture is damaged or cut short', 'damaged', null],
    ['not decoded within 20 seconds', 'damaged', null],
    ['it cannot be read again', 'damaged', null],
    ['the moon is full', 'other', 'the moon is full'],
  ])('%s is of the kind %s', (reason, kind, value) => {
    expect(classifyPictureFault(reason)).toEqual({ kind, value });
    expect(readPictureFault(describePictureFault(reason))).toEqual({ kind, value });
  });
});

describe('groups of missing pictures', () => {
  it('add up equal kinds, largest first', () => {
    const groups = groupPictureFaults({
      'not in the image folder': 3,
      'its address answers 404': 9,
      'named outside the image folder': 2,
      'its address answers 500': 1,
    });
    expect(groups).toEqual([
      { kind: 'address-answers', value: '404', count: 9 },
      { kind: 'file-missing', value: null, count: 5 },
      { kind: 'address-answers', value: '500', count: 1 },
    ]);
  });

  it('are limited, and none is lost', () => {
    const reasons = Object.fromEntries(
      Array.from({ length: 50 }, (_, host) => [`h${host}.example cannot be reached`, 100 - host]),
    );
    const groups = groupPictureFaults(reasons);
    expect(groups).toHaveLength(21);
    expect(groups.at(-1)).toMatchObject({ kind: 'other', value: null });
    const sum = groups.reduce((total, { count }) => total + count, 0);
    expect(sum).toBe(Object.values(reasons).reduce((total, count) => total + count, 0));
  });

  it('are none where all products have a picture', () => {
    expect(groupPictureFaults({})).toEqual([]);
  });
});
