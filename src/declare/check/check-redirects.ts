import { wordOrderKey } from '../../domain/normal-form.ts';
import type { DeclaredWebsite } from '../../contract/website.ts';
import type { DeclarationIssue } from './issues.ts';

/** Every redirect needs words of its own: a search for them has one target. */
export const checkRedirects = ({ redirects = [], language = 'en' }: DeclaredWebsite): DeclarationIssue[] => {
  const seen = new Map<string, string>();
  return redirects.flatMap(({ term }, index): DeclarationIssue[] => {
    const path = `$.website.redirects[${index}].term`;
    const key = wordOrderKey(term, language);
    if (key === '') {
      return [{ path, message: 'has no word, so nobody can search for it', reason: { reason: 'no-words' } }];
    }
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, term);
      return [];
    }
    return [
      {
        path,
        message: `means the same as \`${first}\` above`,
        reason: { reason: 'term-twice', values: { term: first } },
      },
    ];
  });
};
