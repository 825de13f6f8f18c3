import type { Dataset } from '../../api/types.ts';
import { useSaveVocabulary, type WebsiteSettings } from '../../data/websites.ts';
import { useText } from '../../texts/text-context.tsx';
import { WordListEditor } from './word-list-editor.tsx';
import { readBlockedWords, readRedirects, readSynonyms } from './word-lists.ts';

type Place = { website: string; disabled: boolean };

export const Synonyms = ({ website, disabled, settings }: Place & { settings: WebsiteSettings }) => {
  const { t } = useText();
  const save = useSaveVocabulary(website);
  return (
    <WordListEditor
      title={t('words.synonyms')}
      description={t('words.synonyms.body')}
      label={t('words.synonyms.label')}
      hint={t('words.synonyms.hint')}
      addLabel={t('words.synonyms.add')}
      fileName={`${website}-synonyms.csv`}
      list={settings.synonyms ?? []}
      read={readSynonyms}
      save={(list, onDone) =>
        save.mutate({ synonyms: list.map((group) => [...group]) }, { onSuccess: onDone })
      }
      busy={save.isPending}
      error={save.error}
      disabled={disabled}
    />
  );
};

export const Redirects = ({ website, disabled, settings }: Place & { settings: WebsiteSettings }) => {
  const { t } = useText();
  const save = useSaveVocabulary(website);
  return (
    <WordListEditor
      title={t('words.redirects')}
      description={t('words.redirects.body')}
      label={t('words.redirects.label')}
      hint={t('words.redirects.hint')}
      addLabel={t('words.redirects.add')}
      fileName={`${website}-redirects.csv`}
      list={(settings.redirects ?? []).map(({ term, url }) => [term, url])}
      read={readRedirects}
      save={(list, onDone) =>
        save.mutate(
          { redirects: list.map(([term = '', url = '']) => ({ term, url })) },
          { onSuccess: onDone },
        )
      }
      busy={save.isPending}
      error={save.error}
      disabled={disabled}
    />
  );
};

export const BlockedWords = ({
  website,
  disabled,
  dataset: { declaration },
  alone,
}: Place & {
  dataset: Dataset;
  /** Whose words they are needs no name. */
  alone: boolean;
}) => {
  const { t } = useText();
  const save = useSaveVocabulary(website);
  const { learning, name } = declaration;
  return (
    <WordListEditor
      title={alone ? t('words.blocked.label') : t('words.blocked', { name })}
      description={t('words.blocked.body')}
      label={t('words.blocked.label')}
      hint={t('words.blocked.hint')}
      addLabel={t('words.blocked.add')}
      fileName={`${website}-blocked-words.csv`}
      list={(learning?.blockedWords ?? []).map((word) => [word])}
      read={readBlockedWords}
      save={(list, onDone) =>
        save.mutate({ blocked: { dataset: name, words: list.flat() } }, { onSuccess: onDone })
      }
      busy={save.isPending}
      error={save.error}
      disabled={disabled}
    />
  );
};
