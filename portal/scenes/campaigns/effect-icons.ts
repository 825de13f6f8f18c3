import { CircleHelp, ExternalLink, Image, type LucideIcon, Sparkles, Tag } from 'lucide-react';
import type { EffectKind } from './effects.ts';

export const effectIcons: Record<EffectKind, LucideIcon> = {
  promotion: Sparkles,
  banner: Image,
  redirect: ExternalLink,
  ads: Tag,
  intentClarification: CircleHelp,
};
