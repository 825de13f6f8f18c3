import type { BoxDeclaration } from '../../api/types.ts';
import { Images, type LucideIcon, MessagesSquare, ShoppingBag } from 'lucide-react';
import type { Tone } from '../../components/display/badge.tsx';

export type BoxKind = BoxDeclaration['kind'];

export const kindTexts = {
  search: 'boxes.kind.search',
  relatedKeywords: 'boxes.kind.relatedKeywords',
  relatedProducts: 'boxes.kind.relatedProducts',
} as const;

export const kindIcons: Record<BoxKind, LucideIcon> = {
  search: Images,
  relatedKeywords: MessagesSquare,
  relatedProducts: ShoppingBag,
};

export const kindTones: Record<BoxKind, Tone> = {
  search: 'accent',
  relatedKeywords: 'info',
  relatedProducts: 'positive',
};

/** The kind of dataset that a box of this kind uses. */
export const datasetKindFor = (kind: BoxKind): 'products' | 'keywords' =>
  kind === 'relatedKeywords' ? 'keywords' : 'products';
