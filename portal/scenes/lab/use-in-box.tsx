import { useState } from 'react';
import type { Box, SearchBoxDeclaration } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { Dialog } from '../../components/layers/dialog.tsx';
import { useSaveBox } from '../../data/boxes.ts';
import { useHasRole } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { applyLabSettings, readColourShare, readDiversity, readMinimumScore } from './box-settings.ts';
import type { LabSettings } from './lab-settings.tsx';

type UseInBoxProps = { website: string; box: Box; settings: LabSettings };

const Changes = ({ declaration, settings }: { declaration: SearchBoxDeclaration; settings: LabSettings }) => {
  const { t, number } = useText();
  const rows = [
    { name: t('lab.colour'), before: readColourShare({ declaration }), after: settings.colour },
    { name: t('lab.diversity'), before: readDiversity({ declaration }), after: settings.diversity },
    { name: t('lab.threshold'), before: readMinimumScore(declaration), after: settings.threshold },
  ];
  return (
    <ul className="flex flex-col gap-1">
      {rows
        .map(({ name, before, after }) => ({ name, before: number(before, 2), after: number(after, 2) }))
        .filter(({ before, after }) => before !== after)
        .map((change) => (
          <li key={change.name}>{t('lab.use.change', change)}</li>
        ))}
    </ul>
  );
};

/** Puts what was tried in the lab into the box, after a look at the difference. It can be undone. */
export const UseInBox = ({ website, box, settings }: UseInBoxProps) => {
  const { t } = useText();
  const toast = useToast();
  const canEdit = useHasRole('merchandiser');
  const { declaration } = box;
  const save = useSaveBox(website, declaration.name);
  const [asking, setAsking] = useState(false);
  if (!canEdit || declaration.kind !== 'search') return null;
  const { name } = declaration;
  const close = (): void => setAsking(false);
  const undo = (): void =>
    void save.mutateAsync(declaration).then(() => toast(t('lab.use.undone', { box: name })));
  const confirm = (): void =>
    save.mutate(applyLabSettings(declaration, settings), {
      onSuccess: () => {
        close();
        toast(t('lab.use.done', { box: name }), 'positive', { label: t('common.undo'), run: undo });
      },
    });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('lab.use', { box: name })}</Button>
      <Dialog
        open={asking}
        title={t('lab.use.title', { box: name })}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button variant="primary" busy={save.isPending} onClick={confirm}>
              {t('lab.use.confirm')}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          <FormError error={save.error} />
          <Changes declaration={declaration} settings={settings} />
          <p className="text-sm text-muted">{t('lab.use.live')}</p>
        </div>
      </Dialog>
    </>
  );
};
