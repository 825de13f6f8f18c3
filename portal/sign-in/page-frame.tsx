import type { ReactNode } from 'react';
import { BrandMark } from '../components/layout/brand-mark.tsx';
import { PlainPreferences } from '../components/preferences/plain-preferences.tsx';
import { LookAlikeRows } from './look-alike-rows.tsx';

/** The layout of every page before signing in. */
export const PageFrame = ({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: ReactNode;
}) => {
  return (
    <main className="flex min-h-dvh flex-col px-4 py-4">
      <title>{`${title} · Kindred`}</title>
      <PlainPreferences />
      <div className="m-auto grid w-full max-w-sm items-center gap-10 py-8 lg:max-w-5xl lg:gap-20 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div>
          <a href="/" className="mb-6 inline-flex items-center gap-3 text-xl font-semibold tracking-tight">
            <BrandMark className="size-12" />
            Kindred
          </a>
          <h1 className="text-3xl font-semibold">{title}</h1>
          <p className="mt-1 mb-8 text-pretty text-muted">{lead}</p>
          {children}
        </div>
        <div className="flex justify-center">
          <LookAlikeRows />
        </div>
      </div>
    </main>
  );
};
