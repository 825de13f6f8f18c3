import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Dataset } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { ConfirmDialog } from '../../components/layers/confirm-dialog.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useBoxes } from '../../data/boxes.ts';
import { useDatasets, useRemoveDataset, useVersions } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';
import { listDatasetUsers } from './dataset-users.ts';

/** Names what is lost, in numbers. While something uses the dataset, it says what instead of offering to delete. */
export const DeleteDataset = ({ website, dataset }: { website: string; dataset: Dataset }) => {
  const { t, number } = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const { name } = dataset.declaration;
  const remove = useRemoveDataset(website);
  const boxes = useBoxes(website);
  const { data: datasets = [] } = useDatasets(website);
  const { data: versions = [] } = useVersions(website, name);
  const [asking, setAsking] = useState(false);
  const confirm = (): void =>
    remove.mutate(name, {
      onSuccess: () => {
        toast(t('dataset.deleted', { name }));
        void navigate({ to: '/$website/datasets', params: { website }, ignoreBlocker: true });
      },
    });
  return (
    <Card title={t('dataset.delete.heading')}>
      <QueryView query={boxes} rows={1}>
        {(allBoxes) => {
          const users = listDatasetUsers(name, allBoxes, datasets);
          return users.length > 0 ? (
            <p className="text-muted">{t('dataset.delete.inUse', { users: users.join(', ') })}</p>
          ) : (
            <Button variant="danger" icon={Trash2} onClick={() => setAsking(true)}>
              {t('dataset.delete')}
            </Button>
          );
        }}
      </QueryView>
      <ConfirmDialog
        open={asking}
        title={t('dataset.delete.title', { name })}
        body={t('dataset.delete.body', {
          entries: number(dataset.live?.size ?? 0),
          versions: versions.length,
        })}
        action={t('dataset.delete')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </Card>
  );
};
