import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { ConfirmDialog } from '../../components/layers/confirm-dialog.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useRemoveBox } from '../../data/boxes.ts';
import { useText } from '../../texts/text-context.tsx';

export const DeleteBox = ({ website, name }: { website: string; name: string }) => {
  const { t } = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const remove = useRemoveBox(website);
  const [asking, setAsking] = useState(false);
  const confirm = (): void =>
    remove.mutate(name, {
      onSuccess: () => {
        toast(t('box.deleted', { name }));
        void navigate({ to: '/$website/boxes', params: { website }, ignoreBlocker: true });
      },
    });
  return (
    <div className="mt-6">
      <Button variant="danger" icon={Trash2} onClick={() => setAsking(true)}>
        {t('box.delete')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('box.delete.title', { name })}
        body={t('box.delete.body')}
        action={t('box.delete')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </div>
  );
};
