export type { Website } from '../contract/website.ts';
