import type { UseQueryResult } from '@tanstack/react-query';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { useBoxes } from '../../data/boxes.ts';
import { useCampaigns } from '../../data/campaigns.ts';
import { useDatasets } from '../../data/datasets.ts';
import { useSubscriptions } from '../../data/subscriptions.ts';
import { useText } from '../../texts/text-context.tsx';
import { shortenList } from './shorten-list.ts';

type LineProps<T> = {
  query: UseQueryResult<readonly T[]>;
  describe: (count: number) => string;
  nameOf: (item: T) => string;
};

const Line = <T,>({ query, describe, nameOf }: LineProps<T>) => (
  <li>
    <QueryView query={query} rows={1}>
      {(items) => (
        <>
          <span className="font-medium">{describe(items.length)}</span>
          <span className="block wrap-anywhere text-muted">{shortenList(items.map(nameOf))}</span>
        </>
      )}
    </QueryView>
  </li>
);

type Declared = { readonly declaration: { readonly name: string } };

const nameOfDeclared = ({ declaration }: Declared): string => declaration.name;

/** What goes with a shop: catalogues, boxes, campaigns and keys, in numbers and by name. */
export const ShopContents = ({ website }: { website: string }) => {
  const { t } = useText();
  return (
    <ul className="flex flex-col gap-2 rounded-xl bg-sunken px-4 py-3 text-sm">
      <Line
        query={useDatasets(website)}
        describe={(count) => t('shop.delete.datasets', { count })}
        nameOf={nameOfDeclared}
      />
      <Line
        query={useBoxes(website)}
        describe={(count) => t('shop.delete.boxes', { count })}
        nameOf={nameOfDeclared}
      />
      <Line
        query={useCampaigns(website)}
        describe={(count) => t('shop.delete.campaigns', { count })}
        nameOf={nameOfDeclared}
      />
      <Line
        query={useSubscriptions(website)}
        describe={(count) => t('shop.delete.keys', { count })}
        nameOf={({ name }) => name}
      />
    </ul>
  );
};
