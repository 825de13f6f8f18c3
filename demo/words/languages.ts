import type { DemoLanguage } from '../../src/domain/demo-account.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { hu } from './hu.ts';
import type { Words } from './words.ts';

/** The words of each language that the demo can be started in. */
export const wordsOf: Readonly<Record<DemoLanguage, Words>> = { en, de, hu };
