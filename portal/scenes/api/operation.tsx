import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { callOperation } from '../../api/operations.ts';
import type { Box } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { useProducts } from '../../data/datasets.ts';
import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import { createSnippet } from '../boxes/snippets.ts';
import { ExtraParameters, type Extras, dropEmptyExtras, noExtras } from './extra-parameters.tsx';

type OperationProps = { website: string; kind: 'search' | 'related'; lead: string; boxes: readonly Box[] };

type OperationInput = { subject: string; extras: Extras; explain: boolean };

const buildParameters = (
  kind: OperationProps['kind'],
  btr: string,
  input: OperationInput,
): Record<string, string> => ({
  btr,
  [kind === 'search' ? 'identifier' : 'pattern']: input.subject,
  ...dropEmptyExtras(input.extras),
  ...(input.explain ? { explain: 'true' } : {}),
});

const paths = { search: '/search/imagesearch', related: '/relatedsearches/keywords' } as const;

const keyPlaceholder = '<SUBSCRIPTION_KEY>';

export const Operation = ({ website, kind, lead, boxes }: OperationProps) => {
  const { t } = useText();
  const [tracker, setTracker] = useState(boxes[0]?.tracker ?? '');
  const box = boxes.find((each) => each.tracker === tracker);
  const { data } = useProducts(website, kind === 'search' ? box?.dataset : undefined, '');
  const [typed, setTyped] = useState<string | null>(null);
  const [extras, setExtras] = useState(noExtras);
  const [explain, setExplain] = useState(false);
  const [key, setKey] = useState('');
  const run = useMutation({ mutationFn: callOperation });
  const subject = typed ?? (kind === 'search' ? (data?.products[0]?.identifier ?? '') : 'shoes');
  const path = paths[kind];
  const parameters = buildParameters(kind, tracker, { subject, extras, explain });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run.mutate({ path, parameters, key });
  };
  if (boxes.length === 0) return <p className="text-muted">{t('api.noBox')}</p>;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[24rem_minmax(0,1fr)]">
      <Card title={path} description={lead}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <SelectField
            label={t('api.box')}
            value={tracker}
            onChange={setTracker}
            options={boxes.map(({ declaration, tracker: value }) => ({ value, label: declaration.name }))}
          />
          <TextField
            label={kind === 'search' ? t('api.identifier') : t('api.pattern')}
            required
            value={subject}
            onChange={setTyped}
          />
          {kind === 'search' && <ExtraParameters extras={extras} onChange={setExtras} />}
          <Checkbox label={t('api.explain')} checked={explain} onChange={setExplain} />
          <TextField
            label={t('api.key')}
            hint={t('api.keyHint')}
            type="password"
            autoComplete="off"
            required
            value={key}
            onChange={setKey}
          />
          <FormError error={run.error} />
          <div>
            <Button type="submit" variant="primary" icon={Play} busy={run.isPending}>
              {t('api.run')}
            </Button>
          </div>
        </form>
      </Card>
      <div className="flex min-w-0 flex-col gap-6">
        <Card title={t('api.request')}>
          <CodeBlock
            name={t('api.request')}
            code={createSnippet('curl', {
              baseUrl: window.location.origin,
              path,
              parameters,
              key: keyPlaceholder,
            })}
          />
        </Card>
        {run.data && (
          <Card
            title={t('api.answer')}
            actions={
              <Badge tone={run.data.status === 200 ? 'positive' : 'danger'}>
                {t('integration.status', { status: run.data.status, ms: run.data.ms })}
              </Badge>
            }
          >
            <CodeBlock tall name={t('api.answer')} language="json" code={run.data.body} />
          </Card>
        )}
      </div>
    </div>
  );
};
