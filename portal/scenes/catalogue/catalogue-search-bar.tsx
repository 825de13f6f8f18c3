import { useState } from 'react';
import { FilterBuilder } from '../../components/filters/filter-builder.tsx';
import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFields } from '../../data/datasets.ts';
import type { CatalogueSearch } from '../../routing/catalogue-search.ts';
import { useText } from '../../texts/text-context.tsx';

type CatalogueSearchBarProps = {
  website: string;
  dataset: string;
  datasets: readonly string[];
  search: CatalogueSearch;
  onChange: (search: CatalogueSearch) => void;
};

/** Words, conditions and, where there are several, the catalogue. Each change goes back to the first page. */
export const CatalogueSearchBar = ({
  website,
  dataset,
  datasets,
  search,
  onChange,
}: CatalogueSearchBarProps) => {
  const { t } = useText();
  const { data: fields = [] } = useFields(website, dataset);
  // The address follows what is typed; the field must not wait for it.
  const [text, setText] = useState(search.q ?? '');
  const { page: _, ...rest } = search;
  const type = (next: string): void => {
    setText(next);
    onChange({ ...rest, q: next });
  };
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
          <TextField label={t('preview.search')} type="search" value={text} onChange={type} />
          {datasets.length > 1 && (
            <SelectField
              label={t('catalogue.dataset')}
              value={dataset}
              // The fields of another catalogue are others.
              onChange={(next) => onChange({ dataset: next, q: text })}
              options={datasets.map((name) => ({ value: name, label: name }))}
            />
          )}
        </div>
        <FilterBuilder
          label={t('catalogue.filter')}
          fields={fields}
          value={search.filter ?? ''}
          onChange={(filter) => onChange({ ...rest, filter })}
        />
      </div>
    </Card>
  );
};
