import { useState } from 'react';
import type { CampaignDeclaration } from '../../api/types.ts';
import { usePictureAddress } from '../../components/products/picture-source.tsx';
import { classNames } from '../../styles/class-names.ts';
import { effectIcons } from './effect-icons.ts';
import { getEffectKind } from './effects.ts';
import { findThumbnailProduct } from './thumbnail-product.ts';

/** A product of the campaign, else the sign of its kind. It says nothing that the row does not say in words. */
export const CampaignThumbnail = ({
  declaration,
  size = 'size-10',
}: {
  declaration: CampaignDeclaration;
  /** Of the picture. */
  size?: 'size-7' | 'size-10' | 'size-16';
}) => {
  const identifier = findThumbnailProduct(declaration);
  // null until the boxes are known, which say where the product is.
  const address = usePictureAddress({ identifier: identifier ?? '', imageUrl: null });
  const [broken, setBroken] = useState<string | null>(null);
  const Icon = effectIcons[getEffectKind(declaration.effect)];
  return (
    <span
      aria-hidden
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-lg border border-line bg-sunken text-muted',
        size,
      )}
    >
      {identifier === null || address === null || broken === address ? (
        <Icon className={size === 'size-7' ? 'size-4' : 'size-5'} />
      ) : (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(address)}
          className="size-full object-contain"
        />
      )}
    </span>
  );
};
