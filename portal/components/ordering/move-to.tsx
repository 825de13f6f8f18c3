import { Popover } from 'radix-ui';
import { type FormEvent, useState } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { Button, buttonClass } from '../buttons/button.tsx';
import { Field } from '../forms/field.tsx';
import { Input } from '../forms/input.tsx';
import { useLayer } from '../layers/layer.tsx';

type MoveToProps = { name: string; position: number; count: number; onMove: (to: number) => void };

/** The current position as a button that opens a form for another one. */
export const MoveTo = ({ name, position, count, onMove }: MoveToProps) => {
  const { t } = useText();
  const layer = useLayer();
  const [open, setOpen] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const wanted = Number(new FormData(event.currentTarget).get('position'));
    setOpen(false);
    onMove(Math.max(1, Math.min(count, Math.round(wanted))) - 1);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={t('move.label', { position: position + 1, name })}
        className={`${buttonClass('quiet', 'small')} flex-1 px-1!`}
      >
        {position + 1}
      </Popover.Trigger>
      <Popover.Portal container={layer}>
        <Popover.Content
          aria-label={t('move.to')}
          sideOffset={6}
          collisionPadding={8}
          className="pop z-50 w-56 rounded-xl border border-line bg-raised p-4 shadow-high"
        >
          <form onSubmit={submit} className="flex flex-col gap-3">
            <Field label={t('move.to')}>
              {(control) => (
                <Input
                  {...control}
                  name="position"
                  type="number"
                  min={1}
                  max={count}
                  required
                  defaultValue={position + 1}
                />
              )}
            </Field>
            <Button type="submit" variant="primary" size="small">
              {t('move.go')}
            </Button>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};
