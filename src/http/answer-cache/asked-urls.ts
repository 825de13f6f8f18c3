import { LRUCache } from 'lru-cache';
import type { Directory } from '../../domain/directory.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { Question } from './answer-cache.ts';

/** `subscription`: who asked. Another one may have to be refused. */
export type Asked = { readonly subscription: Subscription; readonly question: Omit<Question, 'directory'> };

const [mostUrls, longestUrl] = [8_192, 500];

/**
 * What was asked by the URLs of the last cached answers, by the present configuration: to read one again would take as long as
 * all else that such an answer needs beside HTTP. Only of calls with their key in a header, so that the query says nothing but
 * the question.
 */
export const createAskedUrls = () => {
  const urls = new LRUCache<string, Asked>({ max: mostUrls });
  let present: Directory | null = null;
  return {
    find: (url: string, directory: Directory): Asked | null => {
      if (directory !== present) urls.clear();
      present = directory;
      return urls.get(url) ?? null;
    },
    note: (url: string, directory: Directory, asked: Asked): void => {
      if (directory === present && url.length <= longestUrl) urls.set(url, asked);
    },
  };
};
