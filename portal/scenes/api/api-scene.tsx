import { BookOpen, Download } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '../../components/buttons/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { useBoxes } from '../../data/boxes.ts';
import { useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { Operation } from './operation.tsx';

const documents = [
  { text: 'api.openapi', address: '/openapi.json' },
  { text: 'api.openapiAdmin', address: '/admin/openapi.json' },
] as const;

export const ApiScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const query = useBoxes(website);
  const [operation, setOperation] = useState<'imageSearch' | 'related'>('imageSearch');
  return (
    <>
      <PageHeader
        title={t('api.title')}
        lead={t('api.lead')}
        actions={
          <>
            <a href="/docs" className={buttonClass('secondary', 'small')}>
              <BookOpen className="size-4" aria-hidden />
              {t('shell.docs')}
            </a>
            {documents.map(({ text, address }) => (
              <a key={address} href={address} download className={buttonClass('secondary', 'small')}>
                <Download className="size-4" aria-hidden />
                {t(text)}
              </a>
            ))}
          </>
        }
      />
      <QueryView query={query}>
        {(boxes) => (
          <Tabs
            label={t('api.operation')}
            value={operation}
            onChange={setOperation}
            tabs={[
              {
                value: 'imageSearch',
                label: t('api.imageSearch'),
                content: () => (
                  <Operation
                    key="search"
                    website={website}
                    kind="search"
                    lead={t('api.imageSearchLead')}
                    boxes={boxes.filter(({ kind }) => kind === 'search')}
                  />
                ),
              },
              {
                value: 'related',
                label: t('api.related'),
                content: () => (
                  <Operation
                    key="related"
                    website={website}
                    kind="related"
                    lead={t('api.relatedLead')}
                    boxes={boxes.filter(({ kind }) => kind !== 'search')}
                  />
                ),
              },
            ]}
          />
        )}
      </QueryView>
    </>
  );
};
