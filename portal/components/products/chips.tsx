import { ProductPicture } from './product-card.tsx';

type Chip = {
  readonly word: string;
  /** A product that it leads to, from the picture source around the chips. */
  readonly identifier?: string | null | undefined;
};

/** Words as a shopper would see them to choose from, each with a picture of what it leads to, where there is one. */
export const Chips = ({ label, chips }: { label: string; chips: readonly Chip[] }) => (
  <ul aria-label={label} className="flex flex-wrap gap-1.5">
    {chips.map(({ word, identifier }) => (
      <li
        key={word}
        className="flex min-h-6 items-center gap-1.5 overflow-hidden rounded-full border border-line bg-sunken pr-2.5 text-sm"
      >
        {identifier ? (
          <span aria-hidden className="size-8 shrink-0 overflow-hidden bg-picture text-[0px]">
            <ProductPicture product={{ identifier, imageUrl: null }} />
          </span>
        ) : (
          <span className="w-1" />
        )}
        <span className="py-0.5">{word}</span>
      </li>
    ))}
  </ul>
);
