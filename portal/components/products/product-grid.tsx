import type { ReactNode } from 'react';

/** The grid for products on every page: two columns on a phone, up to six on a wide screen. */
export const ProductGrid = ({ label, children }: { label: string; children: ReactNode }) => {
  return (
    <ol
      aria-label={label}
      className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] sm:gap-4"
    >
      {children}
    </ol>
  );
};
