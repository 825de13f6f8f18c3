import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Box, DatasetField } from '../../api/types.ts';
import { Card } from '../../components/layout/card.tsx';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { CopyField } from '../../components/display/copy-field.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { useTopTerm } from '../../data/analytics.ts';
import { useDataset, useFields, useProducts } from '../../data/datasets.ts';
import type { KeyKind } from '../../../src/domain/subscription.ts';
import { useHasRole } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { RelatedStrip, SearchStrip } from './box-strip.tsx';
import { RevealOwnKey } from './reveal-own-key.tsx';
import { createSnippet, runsInPages, type SnippetLanguage, snippetLanguages } from './snippets.ts';
import { TestRequest } from './test-request.tsx';

const keyPlaceholder = '<SUBSCRIPTION_KEY>';

/** Used when the shop has no catalogue. */
const fallbackPattern = 'shoes';

/** `Shoes/Boots` → `Boots`. */
const findCategory = (fields: readonly DatasetField[]): string | undefined =>
  fields
    .find(({ type }) => type === 'path')
    ?.examples[0]?.split('/')
    .at(-1);

/** An existing product, or what is searched for most, else a category, so that the copied call returns results. */
const useExampleSubject = (website: string, { kind, dataset }: Box): string => {
  const own = useDataset(website, dataset);
  const catalogue = kind === 'relatedKeywords' ? own.data?.declaration.products : dataset;
  const [product] = useProducts(website, catalogue, '').data?.products ?? [];
  const { data: fields = [] } = useFields(website, kind === 'search' ? undefined : catalogue);
  const term = useTopTerm(website);
  if (kind === 'search') return product?.identifier ?? '';
  return term ?? findCategory(fields) ?? product?.displayText ?? fallbackPattern;
};

export const IntegrationTab = ({ website, box }: { website: string; box: Box }) => {
  const { t } = useText();
  const [language, setLanguage] = useState<SnippetLanguage>('HTML');
  const [keys, setKeys] = useState<Partial<Record<KeyKind, string>>>({});
  const canReveal = useHasRole('owner');
  const example = useExampleSubject(website, box);
  const kind = runsInPages(language) ? 'publishable' : 'secret';
  const call = {
    baseUrl: window.location.origin,
    path: box.kind === 'search' ? ('/search/imagesearch' as const) : ('/relatedsearches/keywords' as const),
    parameters: {
      btr: box.tracker,
      [box.kind === 'search' ? 'identifier' : 'pattern']: example,
    },
    key: keys[kind] ?? keyPlaceholder,
  };
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-6">
        <Card title={t('integration.tracker')} description={t('integration.trackerHint')}>
          <CopyField label={t('integration.tracker')} value={box.tracker} />
        </Card>
        <Card title={t('integration.call')}>
          <Tabs
            label={t('integration.language')}
            value={language}
            onChange={setLanguage}
            tabs={snippetLanguages.map((value) => ({
              value,
              label: value,
              content: () => <CodeBlock name={value} code={createSnippet(value, call)} />,
            }))}
          />
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-muted">
              {t(kind === 'publishable' ? 'integration.publishableKey' : 'integration.key')}{' '}
              <Link to="/$website/keys" params={{ website }} className="text-accent-ink underline">
                {t('integration.toProfile')}
              </Link>
            </p>
            {canReveal && keys[kind] === undefined && (
              <RevealOwnKey
                website={website}
                kind={kind}
                onKey={(key) => setKeys((known) => ({ ...known, [kind]: key }))}
              />
            )}
          </div>
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Card title={t('integration.shows')}>
          {/* Room for the pictures. */}
          <div className="min-h-20">
            {box.kind === 'search' ? (
              <SearchStrip website={website} box={box} />
            ) : (
              <RelatedStrip website={website} box={box} term={example} />
            )}
          </div>
        </Card>
        <TestRequest
          website={website}
          box={box}
          example={example}
          ownKey={keys.secret ?? keys.publishable ?? ''}
        />
      </div>
    </div>
  );
};
