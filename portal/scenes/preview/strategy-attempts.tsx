import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import { Badge } from '../../components/display/badge.tsx';
import { useText } from '../../texts/text-context.tsx';

type Attempts = NonNullable<WireImageSearchResult['explain']>['ladder'];

export const StrategyAttempts = ({ attempts }: { attempts: Attempts }) => {
  const { t } = useText();
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium">{t('preview.ladder')}</h3>
      <ol className="flex flex-wrap gap-2">
        {attempts.map(({ rank, results, outcome }) => (
          <li key={rank} className="flex items-center gap-2 rounded-lg bg-sunken px-3 py-1.5 text-sm">
            {t('preview.ladder.rung', {
              name: rank === 1 ? t('box.strategy.first') : t('box.strategy.rung', { rank: rank - 1 }),
              results,
            })}
            <Badge tone={outcome === 'enough' ? 'positive' : outcome === 'failed' ? 'danger' : 'neutral'}>
              {t(`preview.outcome.${outcome}`)}
            </Badge>
          </li>
        ))}
      </ol>
    </section>
  );
};
