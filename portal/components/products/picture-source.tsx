import { createContext, type ReactNode, useContext } from 'react';
import { addressOf } from '../../api/client.ts';

type ProductPictureRef = { readonly identifier: string; readonly imageUrl: string | null };

const PictureAddressContext = createContext<((identifier: string) => string) | null>(null);

type PictureProviderProps = { website: string; dataset: string | undefined; children: ReactNode };

/** Pictures inside this provider come from the service, for the products of one dataset: no other host is called. */
export const PictureProvider = ({ website, dataset, children }: PictureProviderProps) => {
  const pictureAddress =
    dataset === undefined
      ? null
      : (identifier: string) =>
          addressOf('/admin/websites/{website}/datasets/{dataset}/products/{identifier}/picture', {
            website,
            dataset,
            identifier,
          });
  return <PictureAddressContext value={pictureAddress}>{children}</PictureAddressContext>;
};

/**
 * Address of a product's picture. Inside the provider it is the thumbnail of the service, also for a picture that was
 * imported from a folder or a ZIP and has no address of its own.
 */
export const usePictureAddress = ({ identifier, imageUrl }: ProductPictureRef): string | null => {
  const pictureAddress = useContext(PictureAddressContext);
  return pictureAddress === null ? imageUrl : pictureAddress(identifier);
};
