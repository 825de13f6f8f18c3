import type { ImportSummary } from '../../api/types.ts';
import { Card } from '../../components/layout/card.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ResultStrip } from '../../components/products/result-strip.tsx';
import { useImportDiff } from '../../data/imports.ts';
import { useText } from '../../texts/text-context.tsx';

/** Each picture is a request of its own. */
const shown = 8;

type LastImportProps = { website: string; dataset: string; summary: ImportSummary };

/** The goods that came and were changed with the last import, as pictures; those that went have none any more. */
export const LastImport = ({ website, dataset, summary }: LastImportProps) => {
  const { t } = useText();
  const { data } = useImportDiff(website, dataset, summary.id);
  if (!data) return null;
  const { counts, added, removed } = data;
  const kind = added.length > 0 ? 'added' : 'changed';
  const pictured = data[kind];
  return (
    <Card
      title={t('imports.last')}
      description={t('imports.pictured', { count: counts[kind], kind: t(`diff.${kind}`) })}
    >
      {pictured.length > 0 && (
        <PictureProvider website={website} dataset={dataset}>
          <ResultStrip
            wraps="always"
            label={t(`diff.${kind}`)}
            products={pictured.slice(0, shown).map(({ identifier, displayText }) => ({
              identifier,
              displayText,
              imageUrl: null,
              price: null,
              currency: null,
            }))}
          />
        </PictureProvider>
      )}
      {removed.length > 0 && (
        <p className="mt-3 text-sm wrap-anywhere text-muted">
          {t('imports.removed', {
            names: removed
              .slice(0, shown)
              .map(({ displayText }) => displayText)
              .join(', '),
          })}
        </p>
      )}
    </Card>
  );
};
