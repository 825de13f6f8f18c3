import { createContext, use } from 'react';

/**
 * Where menus and tooltips are put. A modal dialog lies above everything else and makes the rest inert, so
 * what opens inside it must also live inside it.
 */
export const LayerContext = createContext<HTMLElement | null>(null);

export const useLayer = (): HTMLElement | null => use(LayerContext);
