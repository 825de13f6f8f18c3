import type { ReactNode } from 'react';
import { BrandMark } from '../components/layout/brand-mark.tsx';
import { PlainPreferences } from '../components/preferences/plain-preferences.tsx';

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
      <div className="m-auto w-full max-w-sm py-8">
        <BrandMark className="mb-6 size-12" />
        <h1 className="text-2xl">{title}</h1>
        <p className="mt-1 mb-8 text-pretty text-muted">{lead}</p>
        {children}
      </div>
    </main>
  );
};
