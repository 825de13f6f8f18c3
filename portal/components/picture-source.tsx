import { createContext, type ReactNode, useContext } from 'react';
import { path } from '../api/client.ts';

type Pictured = { readonly identifier: string; readonly imageUrl: string | null };

const PictureSource = createContext<((identifier: string) => string) | null>(null);

type PicturesOfProps = { website: string; dataset: string | undefined; children: ReactNode };

/** Pictures below this are of products of one dataset, and come from our own service: no other host is asked. */
export const PicturesOf = ({ website, dataset, children }: PicturesOfProps) => {
  const addressOf =
    dataset === undefined
      ? null
      : (identifier: string) =>
          path('websites', website, 'datasets', dataset, 'products', identifier, 'picture');
  return <PictureSource value={addressOf}>{children}</PictureSource>;
};

/** Where a product's picture is fetched; null for a product without one. */
export const usePictureAddress = ({ identifier, imageUrl }: Pictured): string | null => {
  const addressOf = useContext(PictureSource);
  return imageUrl === null || addressOf === null ? imageUrl : addressOf(identifier);
};
