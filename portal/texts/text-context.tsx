import { createContext, type ReactNode, use, useMemo, useState, useTransition } from 'react';
import { type Formats, createFormats } from './formats.ts';
import type { Dictionary } from './dictionary.ts';
import {
  type Language,
  loadDictionary,
  rememberLanguage,
  type TranslateFault,
  createFaultTranslator,
  type Translate,
  createTranslator,
} from './text.ts';

export type Texts = Formats & {
  readonly t: Translate;
  /** The text for a reason code of the service. */
  readonly translateFault: TranslateFault;
  readonly language: Language;
  readonly choose: (language: Language) => void;
};

const TextContext = createContext<Texts | null>(null);

export const useText = (): Texts => {
  const texts = use(TextContext);
  if (!texts) throw new Error('useText needs a TextProvider above it.');
  return texts;
};

export type LoadedTexts = { readonly language: Language; readonly dictionary: Dictionary };

export const TextProvider = (props: { first: LoadedTexts; children: ReactNode }) => {
  const [loaded, setLoaded] = useState(props.first);
  const [, startTransition] = useTransition();
  const texts = useMemo<Texts>(() => {
    const choose = (language: Language): void => {
      startTransition(async () => {
        const dictionary = await loadDictionary(language);
        rememberLanguage(language);
        setLoaded({ language, dictionary });
      });
    };
    const { language, dictionary } = loaded;
    const [t, translateFault] = [
      createTranslator(dictionary, language),
      createFaultTranslator(dictionary, language),
    ];
    return { t, translateFault, language, choose, ...createFormats(language) };
  }, [loaded]);
  return <TextContext value={texts}>{props.children}</TextContext>;
};
