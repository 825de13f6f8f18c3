import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { de } from '../texts/de.ts';
import { en } from '../texts/en.ts';
import { TextProvider } from '../texts/text-context.tsx';

/** The markup of a component in one language. Effects do not run: it is what the first paint shows. */
export const render = (element: ReactNode, language: 'en' | 'de' = 'en'): string =>
  renderToStaticMarkup(
    createElement(TextProvider, {
      first: { language, dictionary: language === 'en' ? en : de },
      children: element,
    }),
  );

/** The text of markup, with one space where an element ends. */
export const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The values of an attribute, in order. */
export const attributesOf = (markup: string, name: string): string[] =>
  [...markup.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value ?? '');
