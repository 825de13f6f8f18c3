import { useState } from 'react';
import type { CampaignDeclaration } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Dialog } from '../../components/layers/dialog.tsx';
import { useCampaignReview } from '../../data/campaigns.ts';
import { useText } from '../../texts/text-context.tsx';
import { ReviewExample } from './review-example.tsx';
import { ReviewText } from './review-text.tsx';

type PublishReviewProps = {
  website: string;
  draft: CampaignDeclaration;
  action: string;
  busy: boolean;
  error: unknown;
  onConfirm: (typedName: string) => void;
  onClose: () => void;
};

/** Says what publishing changes, before it does. A redirect for everybody needs its name typed. */
export const PublishReview = (props: PublishReviewProps) => {
  const { website, draft, action, busy, error, onConfirm, onClose } = props;
  const { t } = useText();
  const query = useCampaignReview(website, draft);
  const [typed, setTyped] = useState('');
  const needsName = draft.effect.redirect !== undefined && query.data?.unconditional === true;
  const isReady = query.data !== undefined && (!needsName || typed === draft.name);
  return (
    <Dialog
      open
      wide
      title={t('review.title', { name: draft.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant={needsName ? 'danger' : 'primary'}
            busy={busy}
            disabled={!isReady}
            onClick={() => onConfirm(typed)}
          >
            {action}
          </Button>
        </>
      }
    >
      <FormError error={error} />
      <QueryView query={query}>
        {(review) => (
          <div className="flex flex-col gap-4">
            <ReviewText review={review} />
            {needsName && (
              <TextField
                label={t('review.type', { name: draft.name })}
                autoComplete="off"
                value={typed}
                onChange={setTyped}
              />
            )}
            {review.examples.map((product) => (
              <ReviewExample
                key={`${product.box} ${product.identifier}`}
                website={website}
                draft={draft}
                product={product}
              />
            ))}
          </div>
        )}
      </QueryView>
    </Dialog>
  );
};
