import { api } from '../api/client.ts';
import { useInvalidatingMutation, websiteKey } from './resource.ts';

type SynonymPair = { readonly term: string; readonly meaning: string };

type Groups = readonly (readonly string[])[];

const isSame = (first: string, second: string): boolean =>
  first.toLocaleLowerCase() === second.toLocaleLowerCase();

const hasWord = (group: readonly string[], word: string): boolean => group.some((each) => isSame(each, word));

/** Joins the groups of both words, or makes a new one. */
export const addSynonym = (groups: Groups, { term, meaning }: SynonymPair): string[][] => {
  const isTouched = (group: readonly string[]): boolean => hasWord(group, term) || hasWord(group, meaning);
  const words = [...groups.filter(isTouched).flat(), meaning, term];
  const joined = words.filter((word, index) => words.findIndex((each) => isSame(each, word)) === index);
  return [...groups.filter((group) => !isTouched(group)).map((group) => [...group]), joined];
};

const path = '/admin/websites/{website}';

/** Reads the settings first, so that a change of somebody else in the meantime is kept. */
export const useAddSynonym = (website: string) =>
  useInvalidatingMutation(async (pair: SynonymPair) => {
    const params = { website };
    const settings = await api.get(path, { params });
    return api.put(path, {
      params,
      body: { ...settings, synonyms: addSynonym(settings.synonyms ?? [], pair) },
    });
  }, websiteKey(website));
