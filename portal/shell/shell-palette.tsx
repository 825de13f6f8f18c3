import { useNavigate } from '@tanstack/react-router';
import { Box, Database, Megaphone, Shirt, Store } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { type Command, CommandPalette } from '../components/layers/command-palette.tsx';
import { PictureProvider } from '../components/products/picture-source.tsx';
import { ProductPicture } from '../components/products/product-card.tsx';
import { useBoxes } from '../data/boxes.ts';
import { useCampaigns } from '../data/campaigns.ts';
import { useDatasets } from '../data/datasets.ts';
import { useFoundProducts } from '../data/products.ts';
import { useSession } from '../data/session.ts';
import { useText } from '../texts/text-context.tsx';
import { pageGroups } from './pages.ts';

const maxProducts = 8;

const Commands = ({ website, onClose }: { website: string; onClose: () => void }) => {
  const { t } = useText();
  const navigate = useNavigate();
  const { data: session } = useSession();
  const { data: boxes = [] } = useBoxes(website);
  const { data: datasets = [] } = useDatasets(website);
  const { data: campaigns = [] } = useCampaigns(website);
  const [query, setQuery] = useState('');
  const catalogues = datasets.filter(({ declaration: { kind } }) => kind === 'products');
  const products = useFoundProducts(
    website,
    catalogues.map(({ declaration: { name } }) => name),
    useDeferredValue(query),
  );
  const commands: Command[] = [
    ...pageGroups.flatMap(({ pages }) =>
      pages.map(({ path, text, icon }) => ({
        id: path,
        label: t(text),
        group: t('palette.pages'),
        icon,
        run: () => void navigate({ to: path, params: { website } }),
      })),
    ),
    ...boxes.map(({ declaration: { name }, tracker }) => ({
      id: tracker,
      label: name,
      group: t('palette.boxes'),
      icon: Box,
      run: () => void navigate({ to: '/$website/boxes/$box', params: { website, box: name } }),
    })),
    ...datasets.map(({ declaration: { name }, tracker }) => ({
      id: tracker,
      label: name,
      group: t('palette.datasets'),
      icon: Database,
      run: () => void navigate({ to: '/$website/datasets/$dataset', params: { website, dataset: name } }),
    })),
    ...campaigns.map(({ declaration: { name }, ruleId }) => ({
      id: `campaign-${ruleId}`,
      label: name,
      group: t('palette.campaigns'),
      icon: Megaphone,
      run: () =>
        void navigate({ to: '/$website/campaigns/$ruleId', params: { website, ruleId: String(ruleId) } }),
    })),
    ...products.slice(0, maxProducts).map(({ dataset, identifier, displayText, imageUrl }) => ({
      id: `product-${dataset}-${identifier}`,
      label: `${displayText} · ${identifier}`,
      group: t('palette.products'),
      icon: Shirt,
      picture: (
        <PictureProvider website={website} dataset={dataset}>
          <span
            aria-hidden
            className="size-8 shrink-0 overflow-hidden rounded-md border border-line text-[0px]"
          >
            <ProductPicture product={{ identifier, imageUrl }} />
          </span>
        </PictureProvider>
      ),
      run: () =>
        void navigate({
          to: '/$website/catalogue/$dataset',
          params: { website, dataset },
          search: { product: identifier },
        }),
    })),
    ...(session?.websites ?? []).map(({ name, displayName }) => ({
      id: `website-${name}`,
      label: displayName,
      group: t('palette.websites'),
      icon: Store,
      run: () => void navigate({ to: '/$website', params: { website: name } }),
    })),
  ];
  return <CommandPalette open commands={commands} onQuery={setQuery} onClose={onClose} />;
};

/** The lists are loaded only while the palette is open. */
export const ShellPalette = ({
  open,
  website,
  onClose,
}: {
  open: boolean;
  website: string;
  onClose: () => void;
}) => {
  return open && website !== '' ? <Commands website={website} onClose={onClose} /> : null;
};
