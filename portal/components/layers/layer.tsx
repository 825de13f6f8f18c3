import { createContext, use } from 'react';

/**
 * The element that popovers are mounted in. A modal dialog makes the rest of the page inert, so popovers that
 * open inside it must be mounted inside it.
 */
export const LayerContext = createContext<HTMLElement | null>(null);

export const useLayer = (): HTMLElement | null => use(LayerContext);
