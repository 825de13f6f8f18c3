import {
  Activity,
  BellRing,
  BookA,
  Boxes,
  ChartSpline,
  Database,
  FlaskConical,
  House,
  KeyRound,
  type LucideIcon,
  Megaphone,
  ScrollText,
  Settings2,
  Shirt,
  Split,
  UserRound,
  Users,
} from 'lucide-react';
import type { PlainKey } from '../texts/text.ts';

export type PagePath =
  | '/$website'
  | '/$website/boxes'
  | '/$website/campaigns'
  | '/$website/experiments'
  | '/$website/lab'
  | '/$website/vocabulary'
  | '/$website/catalogue'
  | '/$website/datasets'
  | '/$website/analytics'
  | '/$website/alerts'
  | '/$website/audit'
  | '/$website/settings'
  | '/$website/keys'
  | '/$website/members'
  | '/$website/profile';

export type Page = { readonly path: PagePath; readonly text: PlainKey; readonly icon: LucideIcon };
export type PageGroup = { readonly text: PlainKey; readonly pages: readonly Page[] };

export const pageGroups: readonly PageGroup[] = [
  {
    text: 'nav.group.shop',
    pages: [
      { path: '/$website', text: 'nav.overview', icon: House },
      { path: '/$website/boxes', text: 'nav.boxes', icon: Boxes },
      { path: '/$website/campaigns', text: 'nav.campaigns', icon: Megaphone },
      { path: '/$website/experiments', text: 'nav.experiments', icon: Split },
      { path: '/$website/lab', text: 'nav.lab', icon: FlaskConical },
      { path: '/$website/vocabulary', text: 'nav.vocabulary', icon: BookA },
    ],
  },
  {
    text: 'nav.group.data',
    pages: [
      { path: '/$website/catalogue', text: 'nav.catalogue', icon: Shirt },
      { path: '/$website/datasets', text: 'nav.datasets', icon: Database },
    ],
  },
  {
    text: 'nav.group.insight',
    pages: [
      { path: '/$website/analytics', text: 'nav.analytics', icon: ChartSpline },
      { path: '/$website/alerts', text: 'nav.alerts', icon: BellRing },
      { path: '/$website/audit', text: 'nav.audit', icon: ScrollText },
    ],
  },
  {
    text: 'nav.group.access',
    pages: [
      { path: '/$website/keys', text: 'nav.keys', icon: KeyRound },
      { path: '/$website/settings', text: 'nav.settings', icon: Settings2 },
      { path: '/$website/members', text: 'nav.members', icon: Users },
      { path: '/$website/profile', text: 'nav.profile', icon: UserRound },
    ],
  },
];

export const systemIcon = Activity;
