import type { CampaignDeclaration } from '../../api/types.ts';
import { readPictureBanner, readTextBanner } from '../../components/banners/banner-content.ts';
import { readFilterRows } from '../../components/filters/filter-rows.ts';
import { ProductPicture } from '../../components/products/product-card.tsx';
import type { Translate } from '../../texts/text.ts';
import { useText } from '../../texts/text-context.tsx';
import { Chips } from '../../components/products/chips.tsx';

const most = 3;

/** Products whose place it changes, or that it adds. */
const listProducts = ({ promotion, ads }: CampaignDeclaration['effect']): readonly string[] => [
  ...(ads?.identifiers ?? []),
  ...(promotion?.promotions ?? []).flatMap(({ pin, boost, bury, hide }) =>
    pin ? [pin.identifier] : ((boost ?? bury ?? hide)?.identifiers ?? []),
  ),
];

/** Groups of products, the words of a banner, the tiles of a choice. */
const listWords = (
  t: Translate,
  { promotion, banner, intentClarification }: CampaignDeclaration['effect'],
) => [
  ...(promotion?.promotions ?? []).flatMap(({ boost, bury, hide }) => {
    const filter = (boost ?? bury ?? hide)?.filter;
    const action = t(boost ? 'promotion.boost' : bury ? 'promotion.bury' : 'promotion.hide');
    return filter === undefined
      ? []
      : (readFilterRows(filter) ?? []).map(({ value }) => `${action}: ${value}`);
  }),
  ...(banner?.contents ?? []).flatMap(
    (content) => readTextBanner(content) ?? readPictureBanner(content)?.alt ?? [],
  ),
  ...(intentClarification?.tiles ?? []).map(({ text }) => text),
];

/** What shoppers meet of a campaign, small: pictures of the products it moves, or its words. */
export const CampaignSample = ({
  effect,
  label,
}: {
  effect: CampaignDeclaration['effect'];
  label: string;
}) => {
  const { t } = useText();
  const products = [...new Set(listProducts(effect))].slice(0, most);
  const words = [...new Set(listWords(t, effect))].filter(Boolean).slice(0, most);
  return (
    <span className="flex max-w-80 flex-wrap gap-1.5 max-sm:max-w-40">
      {products.map((identifier) => (
        <span
          key={identifier}
          className="size-10 shrink-0 overflow-hidden rounded-lg border border-line bg-picture"
        >
          <ProductPicture product={{ identifier, imageUrl: null }} />
        </span>
      ))}
      {words.length > 0 && <Chips label={label} chips={words.map((word) => ({ word }))} />}
      {effect.redirect && <span className="truncate text-sm text-muted">{effect.redirect.url}</span>}
    </span>
  );
};
