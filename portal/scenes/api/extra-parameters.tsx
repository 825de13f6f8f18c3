import { TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';

/** Optional parameters of an image search, by their names in the API. */
export const extraNames = ['top', 'page', 'filter', 'facetFilter', 'exclude', 'orderby', 'tile'] as const;
export type Extras = Readonly<Record<(typeof extraNames)[number], string>>;

export const noExtras: Extras = {
  top: '',
  page: '',
  filter: '',
  facetFilter: '',
  exclude: '',
  orderby: '',
  tile: '',
};

/** Drops the empty ones. */
export const dropEmptyExtras = (extras: Extras): Record<string, string> =>
  Object.fromEntries(Object.entries(extras).filter(([, value]) => value !== ''));

const bounds = { top: { min: 1, max: 100 }, page: { min: 1, max: 100_000 } } as const;

export const ExtraParameters = ({
  extras,
  onChange,
}: {
  extras: Extras;
  onChange: (extras: Extras) => void;
}) => {
  const { t } = useText();
  const field = (name: (typeof extraNames)[number]) => ({
    label: t(`api.${name}`),
    optional: true,
    value: extras[name],
    onChange: (value: string) => onChange({ ...extras, [name]: value }),
  });
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <TextField {...field('top')} {...bounds.top} type="number" />
        <TextField {...field('page')} {...bounds.page} type="number" />
      </div>
      <TextField {...field('filter')} hint={t('api.filterHint')} />
      <TextField {...field('facetFilter')} hint={t('api.facetFilterHint')} />
      <TextField {...field('exclude')} hint={t('api.excludeHint')} />
      <TextField {...field('orderby')} hint={t('api.orderbyHint')} />
      <TextField {...field('tile')} hint={t('api.tileHint')} />
    </>
  );
};
