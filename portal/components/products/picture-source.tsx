import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { addressOf } from '../../api/client.ts';

type ProductPictureRef = { readonly identifier: string; readonly imageUrl: string | null };

type PictureSource = { readonly website: string; readonly dataset: string | undefined };

const PictureSourceContext = createContext<PictureSource | null>(null);

type PictureProviderProps = PictureSource & { children: ReactNode };

/** Pictures inside this provider come from the service, for the products of one dataset: no other host is called. */
export const PictureProvider = ({ website, dataset, children }: PictureProviderProps) => {
  const source = useMemo(() => ({ website, dataset }), [website, dataset]);
  return <PictureSourceContext value={source}>{children}</PictureSourceContext>;
};

/** The dataset that pictures come from; null outside of the provider. */
export const usePictureSource = (): PictureSource | null => useContext(PictureSourceContext);

/**
 * Address of a product's picture. Inside the provider it is the thumbnail of the service, also for a picture that was
 * imported from a folder or a ZIP and has no address of its own.
 */
export const usePictureAddress = ({ identifier, imageUrl }: ProductPictureRef): string | null => {
  const source = usePictureSource();
  if (source?.dataset === undefined) return imageUrl;
  const { website, dataset } = source;
  return addressOf('/admin/websites/{website}/datasets/{dataset}/products/{identifier}/picture', {
    website,
    dataset,
    identifier,
  });
};
