import type { ReactNode } from 'react';

/** A section of the gallery. A skeleton inside it is an example and not a loading state. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  return (
    <section data-exhibit className="border-t border-line py-8">
      <h2 className="mb-4 text-lg">{title}</h2>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  );
};

export const Row = ({ children }: { children: ReactNode }) => {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
};
