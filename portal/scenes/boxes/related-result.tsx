import { useState } from 'react';
import type { Box } from '../../api/types.ts';
import { TextField } from '../../components/forms/text-field.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useTopTerm } from '../../data/analytics.ts';
import { useText } from '../../texts/text-context.tsx';
import { RelatedStrip } from './box-strip.tsx';

type RelatedResultProps = {
  website: string;
  box: Box;
  /** The term that is being edited; otherwise the one that shoppers search for most. */
  term?: string | undefined;
};

/** What shoppers get from the box now, for a term. */
export const RelatedResult = ({ website, box, term }: RelatedResultProps) => {
  const { t } = useText();
  const top = useTopTerm(website);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? term ?? top ?? '';
  return (
    <Card title={t('preview.related.shopper')} description={t('box.related.saved')}>
      <div className="flex flex-col gap-4">
        <TextField
          label={t('preview.pattern')}
          type="search"
          maxLength={200}
          value={shown}
          onChange={setTyped}
        />
        {shown.trim() !== '' && <RelatedStrip website={website} box={box} term={shown.trim()} large />}
      </div>
    </Card>
  );
};
