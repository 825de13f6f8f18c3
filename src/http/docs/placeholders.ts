import { escapeHtml } from './escape-html.ts';

/**
 * Places in an example where a reader puts a value of their own. The page's script fills them in for somebody who is
 * signed in to the portal.
 */
const places = [
  { fill: 'publishableKey', pattern: 'kdr_pub_…' },
  { fill: 'searchTracker', pattern: '(?<=<kindred-look-alikes[^>]{0,200}tracker=")…' },
  { fill: 'keywordTracker', pattern: '(?<=<kindred-related-keywords[^>]{0,200}tracker=")…' },
  { fill: 'searchTracker', pattern: '(?<=imagesearch\\?btr=)…' },
  { fill: 'keywordTracker', pattern: '(?<=relatedsearches/keywords\\?btr=)…' },
  { fill: 'searchTracker', pattern: '(?<=btr=)\\$SEARCH_BOX' },
  { fill: 'keywordTracker', pattern: '(?<=btr=)\\$RELATED_BOX' },
  // A key that works from a command line: one without allowed origins.
  { fill: 'openKey', pattern: '(?<=Ocp-Apim-Subscription-Key: )\\$KEY' },
  { fill: 'address', pattern: 'https://kindred\\.shop\\.example|http://127\\.0\\.0\\.1:8080' },
] as const;

export type Fill = (typeof places)[number]['fill'];

const anyPlace = new RegExp(places.map(({ pattern }) => `(${pattern})`).join('|'), 'g');

/** The text of an example as HTML, with the places marked. */
export const markPlaceholders = (code: string): string => {
  let html = '';
  let done = 0;
  for (const match of code.matchAll(anyPlace)) {
    const found = match.slice(1).findIndex((group) => group !== undefined);
    const fill: Fill | undefined = places[found]?.fill;
    html += escapeHtml(code.slice(done, match.index));
    html += `<span data-fill="${fill ?? ''}">${escapeHtml(match[0])}</span>`;
    done = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(done));
};
