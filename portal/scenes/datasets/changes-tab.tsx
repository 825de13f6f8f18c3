import { Radio } from 'lucide-react';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { useFields, useLiveChanges } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';
import { ChangeList } from './change-list.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';

/** Live changes between two feeds. They are served at once and become part of the next version. */
export const ChangesTab = ({ website, dataset }: DatasetTabProps) => {
  const { t } = useText();
  const query = useLiveChanges(website, dataset.declaration.name);
  const { data: fields = [] } = useFields(website, dataset.declaration.name);
  return (
    <QueryView query={query}>
      {({ changes, pending }) => (
        <>
          <p className="mb-4 text-muted" role="status">
            {pending === 0 ? t('changes.lead') : t('changes.waiting', { count: pending })}
          </p>
          <Card flush>
            {changes.length === 0 ? (
              <EmptyState icon={Radio} title={t('changes.empty.title')} body={t('changes.empty.body')} />
            ) : (
              <ChangeList changes={changes} named={fields} />
            )}
          </Card>
        </>
      )}
    </QueryView>
  );
};
