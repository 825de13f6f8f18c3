import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { ProductGrid } from '../products/product-grid.tsx';
import { useMovingItems } from './use-moving-items.ts';
import { ReorderItem } from './reorder-item.tsx';

type ReorderGridProps<Item> = {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  itemName: (item: Item) => string;
  disabled?: boolean;
  /** Positions count from 0. */
  onMove: (from: number, to: number) => void;
  /** `handle` is the row of move buttons, to be placed inside the card. */
  render: (item: Item, position: number, handle: ReactNode) => ReactNode;
};

/** Order by dragging, by the arrow buttons, or by entering the position. */
export const ReorderGrid = <Item,>(props: ReorderGridProps<Item>) => {
  const { items, itemKey, itemName, onMove, disabled } = props;
  const { t } = useText();
  const grid = useId();
  const [announcement, setAnnouncement] = useState('');
  const move = (from: number, to: number): void => {
    const item = items[from];
    if (item === undefined || from === to) return;
    onMove(from, to);
    setAnnouncement(t('move.done', { name: itemName(item), position: to + 1, count: items.length }));
  };
  const list = useMovingItems(items.map(itemKey).join('\n'));
  useEffect(() =>
    monitorForElements({
      canMonitor: ({ source }) => source.data.grid === grid,
      onDrop: ({ source, location }) => {
        const target = location.current.dropTargets[0];
        if (target) move(Number(source.data.position), Number(target.data.position));
      },
    }),
  );
  return (
    <>
      <div ref={list}>
        <ProductGrid label={props.label}>
          {items.map((item, position) => (
            <ReorderItem
              key={itemKey(item)}
              grid={grid}
              name={itemName(item)}
              position={position}
              count={items.length}
              disabled={disabled ?? false}
              onMove={(to) => move(position, to)}
            >
              {(handle) => props.render(item, position, handle)}
            </ReorderItem>
          ))}
        </ProductGrid>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
};
