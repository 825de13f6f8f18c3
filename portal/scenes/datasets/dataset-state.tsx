import type { Dataset } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { useText } from '../../texts/text-context.tsx';

export const DatasetState = ({ dataset }: { dataset: Dataset }) => {
  const { t } = useText();
  if (dataset.waiting) return <Badge tone="warning">{t('datasets.state.waiting')}</Badge>;
  return dataset.live ? (
    <Badge tone="positive">{t('datasets.state.live')}</Badge>
  ) : (
    <Badge>{t('datasets.state.none')}</Badge>
  );
};
