import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { classNames } from '../../styles/class-names.ts';
import { MoveTo } from './move-to.tsx';

type ReorderItemProps = {
  grid: string;
  name: string;
  position: number;
  count: number;
  disabled: boolean;
  onMove: (to: number) => void;
  children: (handle: ReactNode) => ReactNode;
};

export const ReorderItem = ({
  grid,
  name,
  position,
  count,
  disabled,
  onMove,
  children,
}: ReorderItemProps) => {
  const { t } = useText();
  const ref = useRef<HTMLLIElement>(null);
  const [state, setState] = useState<'still' | 'dragged' | 'target'>('still');
  useEffect(() => {
    const element = ref.current;
    if (!element || disabled) return undefined;
    const data = { grid, position };
    return combine(
      draggable({
        element,
        getInitialData: () => data,
        onDragStart: () => setState('dragged'),
        onDrop: () => setState('still'),
      }),
      dropTargetForElements({
        element,
        getData: () => data,
        canDrop: ({ source }) => source.data.grid === grid && source.data.position !== position,
        onDragEnter: () => setState('target'),
        onDragLeave: () => setState('still'),
        onDrop: () => setState('still'),
      }),
    );
  }, [grid, position, disabled]);
  const handle = disabled ? null : (
    <>
      <IconButton
        size="small"
        icon={ArrowLeft}
        label={t('move.earlier', { name })}
        disabled={position === 0}
        onClick={() => onMove(position - 1)}
      />
      <MoveTo name={name} position={position} count={count} onMove={onMove} />
      <IconButton
        size="small"
        icon={ArrowRight}
        label={t('move.later', { name })}
        disabled={position === count - 1}
        onClick={() => onMove(position + 1)}
      />
    </>
  );
  return (
    <li
      ref={ref}
      className={classNames(
        'min-w-0 rounded-xl transition-[opacity,box-shadow]',
        !disabled && 'cursor-grab',
        state === 'dragged' && 'opacity-40',
        state === 'target' && 'ring-2 ring-accent ring-offset-2 ring-offset-surface',
      )}
    >
      {children(handle)}
    </li>
  );
};
