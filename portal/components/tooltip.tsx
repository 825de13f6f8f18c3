import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement } from 'react';
import { useLayer } from './layer.tsx';

/** Says in words what an icon means. Never the only place of an information. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  const layer = useLayer();
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal container={layer}>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="pop z-50 max-w-64 rounded-md bg-ink px-2.5 py-1.5 text-xs text-page shadow-high"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
