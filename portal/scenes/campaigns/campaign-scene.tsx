import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { useBoxes } from '../../data/boxes.ts';
import { useCampaign } from '../../data/campaigns.ts';
import { useText } from '../../texts/text-context.tsx';
import { CampaignEditor } from './campaign-editor.tsx';
import { newCampaign } from './effects.ts';

export const CampaignScene = () => {
  const { t } = useText();
  const { website, ruleId: text } = useParams({ from: '/signed-in/$website/campaigns/$ruleId' });
  const { box, product, category, effect } = useSearch({ from: '/signed-in/$website/campaigns/$ruleId' });
  const ruleId = text === 'new' ? null : Number(text);
  const campaign = useCampaign(website, ruleId);
  const boxes = useBoxes(website);
  const empty = useMemo(
    () =>
      newCampaign({
        ...(box === undefined ? {} : { box }),
        ...(product === undefined ? {} : { product }),
        ...(category === undefined ? {} : { category }),
        ...(effect === undefined ? {} : { effect }),
      }),
    [box, product, category, effect],
  );
  const above = (
    <Link to="/$website/campaigns" params={{ website }} className="hover:underline">
      {t('campaigns.title')}
    </Link>
  );
  return (
    <QueryView query={boxes}>
      {(all) => {
        const searchBoxes = all.filter(({ kind }) => kind === 'search');
        if (ruleId === null)
          return (
            <CampaignEditor
              website={website}
              above={above}
              boxes={searchBoxes}
              campaign={null}
              stored={empty}
            />
          );
        return (
          <QueryView query={campaign}>
            {(existing) => (
              <CampaignEditor
                website={website}
                above={above}
                boxes={searchBoxes}
                campaign={existing}
                stored={existing.declaration}
              />
            )}
          </QueryView>
        );
      }}
    </QueryView>
  );
};
