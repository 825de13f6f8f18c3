import { Link, useParams } from '@tanstack/react-router';
import type { Box } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useBox } from '../../data/boxes.ts';
import { useHasRole } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { kindTexts, kindTones } from './kinds.ts';
import { RelatedBoxEditor } from './related-box-editor.tsx';
import { SearchBoxEditor } from './search-box-editor.tsx';

const Editor = ({ website, box }: { website: string; box: Box }) => {
  const { declaration } = box;
  return declaration.kind === 'search' ? (
    <SearchBoxEditor website={website} box={box} declaration={declaration} />
  ) : (
    <RelatedBoxEditor website={website} box={box} declaration={declaration} />
  );
};

export const BoxScene = () => {
  const { t } = useText();
  const { website, box: name } = useParams({ from: '/signed-in/$website/boxes/$box' });
  const canEdit = useHasRole('merchandiser');
  const query = useBox(website, name);
  return (
    <QueryView query={query}>
      {(box) => (
        <>
          <PageHeader
            title={box.declaration.name}
            above={
              <Link to="/$website/boxes" params={{ website }} className="hover:underline">
                {t('boxes.title')}
              </Link>
            }
            lead={canEdit ? undefined : t('box.readOnly')}
            actions={<Badge tone={kindTones[box.kind]}>{t(kindTexts[box.kind])}</Badge>}
          />
          <Editor website={website} box={box} />
        </>
      )}
    </QueryView>
  );
};
