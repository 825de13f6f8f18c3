import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Dialog } from '../../components/layers/dialog.tsx';
import { Card } from '../../components/layout/card.tsx';
import { whenDone } from '../../data/resource.ts';
import { useRemoveWebsite } from '../../data/websites.ts';
import { useText } from '../../texts/text-context.tsx';
import { ShopContents } from './shop-contents.tsx';

type DeleteShopProps = { website: string; displayName: string };

type DeleteDialogProps = DeleteShopProps & {
  /** Not for an administrator who does not see inside of the shop. */
  showsContents: boolean;
  onDeleted: () => void;
  onClose: () => void;
};

export const DeleteDialog = ({
  website,
  displayName,
  showsContents,
  onDeleted,
  onClose,
}: DeleteDialogProps) => {
  const { t } = useText();
  const toast = useToast();
  const remove = useRemoveWebsite(website);
  const [typed, setTyped] = useState('');
  const confirm = (): void =>
    whenDone(remove.mutateAsync(), () => {
      toast(t('shop.deleted', { name: displayName }));
      onDeleted();
    });
  return (
    <Dialog
      open
      title={t('shop.delete.title', { name: displayName })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="danger" busy={remove.isPending} disabled={typed !== website} onClick={confirm}>
            {t('shop.delete')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-pretty text-muted">{t('shop.delete.body')}</p>
        {showsContents && <ShopContents website={website} />}
        <TextField
          label={t('shop.delete.type', { name: website })}
          autoComplete="off"
          value={typed}
          onChange={setTyped}
        />
        <FormError error={remove.error} />
      </div>
    </Dialog>
  );
};

/** Owners only: nothing of a shop is left afterwards, and its keys stop at once. */
export const DeleteShop = (props: DeleteShopProps) => {
  const { t } = useText();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  return (
    <Card title={t('shop.delete.heading')} description={t('shop.delete.lead')}>
      <Button variant="danger" icon={Trash2} onClick={() => setAsking(true)}>
        {t('shop.delete')}
      </Button>
      {asking && (
        <DeleteDialog
          {...props}
          showsContents
          onDeleted={() => void navigate({ to: '/', ignoreBlocker: true })}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
};
