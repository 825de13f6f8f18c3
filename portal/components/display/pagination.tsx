import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useText } from '../../texts/text-context.tsx';
import { IconButton } from '../buttons/icon-button.tsx';

/** Pages count from 1. */
export const Pagination = ({
  page,
  pages,
  onChange,
}: {
  page: number;
  pages: number;
  onChange: (page: number) => void;
}) => {
  const { t } = useText();
  if (pages <= 1) return null;
  return (
    <nav aria-label={t('page.of', { page, pages })} className="flex items-center justify-center gap-3 py-4">
      <IconButton
        label={t('page.previous')}
        icon={ChevronLeft}
        variant="secondary"
        size="small"
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      />
      <span className="text-sm text-muted">{t('page.of', { page, pages })}</span>
      <IconButton
        label={t('page.next')}
        icon={ChevronRight}
        variant="secondary"
        size="small"
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  );
};
