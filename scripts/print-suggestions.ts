/**
 * Prints suggestions that are made from the catalogues of four small shops alone, for somebody who speaks the language to
 * read: node scripts/print-suggestions.ts [--language de] [--size 100]
 */
import { parseArgs } from 'node:util';
import { buildKeywords } from '../src/learning/keywords/build-keywords.ts';
import { createTestCatalogue } from '../test/support/keywords/catalogue-fixture.ts';
import { createLanguageShop, shopLanguages } from '../test/support/keywords/language-shops.ts';

const { values } = parseArgs({
  options: { language: { type: 'string' }, size: { type: 'string', default: '100' } },
});

for (const language of shopLanguages.filter((each) => (values.language ?? each) === each)) {
  const catalogue = createTestCatalogue(createLanguageShop(language), language);
  const entries = buildKeywords({ rows: [], catalogue, language });
  const texts = entries.flatMap(({ suggestions }) => suggestions.map(({ displayText }) => displayText));
  const different = [...new Set(texts)].sort((a, b) => a.localeCompare(b, language));
  const step = Math.max(1, different.length / Number(values.size));
  const sample = Array.from(
    { length: Math.min(different.length, Number(values.size)) },
    (_, place) => different[Math.floor(place * step)],
  );
  console.log(`${language}: ${sample.length} of ${different.length} different suggestions`);
  console.log(sample.join('; '));
  const firsts = entries.filter(({ suggestible }) => suggestible === true).slice(0, 200);
  console.log(
    `first for each pattern: ${firsts.map(({ displayText, suggestions }) => `${displayText} → ${suggestions[0]?.displayText ?? '–'}`).join('; ')}\n`,
  );
}
