import { Card } from '../../components/layout/card.tsx';
import type { Dataset } from '../../api/types.ts';
import { useText } from '../../texts/text-context.tsx';

type Looks = NonNullable<Dataset['pictures']['looks']>;

/** What was learnt from the pictures of the live version. */
export const LearntLooks = ({ looks }: { readonly looks: Looks }) => {
  const { t, number, percent } = useText();
  const { learnt, pictures, mix, words, colour, before, now, newLabels } = looks;
  const formatFields = ({ field, fields: [, ...others] }: Looks): string =>
    [
      field ?? '–',
      ...others.map((each) =>
        t('pictures.looks.field', { field: each.field, weight: number(each.weight, 2) }),
      ),
    ].join(', ');
  return (
    <Card title={t('pictures.looks')}>
      <p>
        {learnt ? t('pictures.looks.short', { pictures: number(pictures) }) : t('pictures.looks.base')}
        {learnt && before !== null && now !== null && (
          <> {t('pictures.looks.precision', { now: number(now * 10, 1), before: number(before * 10, 1) })}</>
        )}
      </p>
      <details className="mt-2 text-sm text-muted">
        <summary className="min-h-6">{t('common.details')}</summary>
        <p className="mt-1">
          {learnt
            ? t(mix > 0 ? 'pictures.looks.learnt' : 'pictures.looks.tried', {
                field: formatFields(looks),
                pictures: number(pictures),
                mix: percent(mix),
                words: number(words, 1),
                colour: number(colour, 1),
              })
            : t('pictures.looks.why')}
        </p>
        {learnt && newLabels && (
          <p className="mt-2">
            {t('pictures.looks.newLabels', {
              share: percent(newLabels.share),
              now: number(newLabels.now * 10, 1),
              before: number(newLabels.before * 10, 1),
            })}
          </p>
        )}
      </details>
    </Card>
  );
};
