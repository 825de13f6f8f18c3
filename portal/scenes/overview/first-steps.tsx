import { Link, useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Box, Dataset } from '../../api/types.ts';
import { Button, buttonClass } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { classNames } from '../../styles/class-names.ts';
import { FormError } from '../../components/feedback/form-error.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useCreateDataset } from '../../data/datasets.ts';
import { useImportSample } from '../../data/websites.ts';
import { useText } from '../../texts/text-context.tsx';

type StepProps = {
  number: number;
  title: string;
  body: string;
  done?: boolean;
  current?: boolean;
  children?: ReactNode;
};

export const Step = ({ number, title, body, done = false, current = false, children }: StepProps) => {
  return (
    <li className="flex gap-4 py-4 first:pt-0 last:pb-0">
      <span
        aria-hidden
        className={classNames(
          'grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold',
          done
            ? 'bg-positive-soft text-positive'
            : current
              ? 'bg-accent text-on-accent'
              : 'bg-sunken text-muted',
        )}
      >
        {done ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-muted">{body}</p>
        {current && <div className="mt-3 flex flex-wrap gap-3">{children}</div>}
      </div>
    </li>
  );
};

type FirstStepsProps = { website: string; datasets: readonly Dataset[]; boxes: readonly Box[] };

/** The steps from an empty shop to a working call; each is marked as done by the data. */
export const FirstSteps = ({ website, datasets, boxes }: FirstStepsProps) => {
  const { t } = useText();
  const toast = useToast();
  const sample = useImportSample(website);
  const hasData = datasets.some(({ live }) => live !== null);
  const productDataset = datasets.find(({ declaration }) => declaration.kind === 'products');
  const [box] = boxes;
  const current = !hasData ? 1 : box ? 3 : 2;
  const navigate = useNavigate();
  const create = useCreateDataset(website);
  const createOwn = (): void =>
    create.mutate(
      { name: 'catalogue', kind: 'products' },
      {
        onSuccess: () =>
          void navigate({ to: '/$website/datasets/$dataset', params: { website, dataset: 'catalogue' } }),
      },
    );
  const importSample = (): void =>
    sample.mutate(undefined, { onSuccess: () => toast(t('overview.sample.started')) });
  return (
    <Card title={t('overview.start.title')} description={t('overview.start.lead')}>
      <ol className="divide-y divide-line">
        <Step
          number={1}
          title={t('overview.step.data')}
          body={t('overview.step.data.body')}
          done={hasData}
          current={current === 1}
        >
          {productDataset ? (
            <Link
              to="/$website/datasets/$dataset"
              params={{ website, dataset: productDataset.declaration.name }}
              search={{ tab: 'imports' }}
              className={buttonClass('primary')}
            >
              {t('overview.step.data.watch')}
            </Link>
          ) : (
            <Button variant="primary" busy={sample.isPending} onClick={importSample}>
              {t('overview.step.data.sample')}
            </Button>
          )}
          {productDataset === undefined && (
            <Button busy={create.isPending} onClick={createOwn}>
              {t('overview.step.data.own')}
            </Button>
          )}
          <FormError error={sample.error ?? create.error} />
        </Step>
        <Step
          number={2}
          title={t('overview.step.box')}
          body={t('overview.step.box.body')}
          done={boxes.length > 0}
          current={current === 2}
        >
          <Link
            to="/$website/boxes"
            params={{ website }}
            search={{ new: true }}
            className={buttonClass('primary')}
          >
            {t('overview.step.box.action')}
          </Link>
        </Step>
        <Step
          number={3}
          title={t('overview.step.call')}
          body={t('overview.step.call.body')}
          current={current === 3}
        >
          {box && (
            <Link
              to="/$website/boxes/$box"
              params={{ website, box: box.declaration.name }}
              search={{ tab: 'integration' }}
              className={buttonClass('primary')}
            >
              {t('overview.step.call.action')}
            </Link>
          )}
          <Link to="/$website/keys" params={{ website }} className={buttonClass('secondary')}>
            {t('overview.step.call.keys')}
          </Link>
        </Step>
      </ol>
    </Card>
  );
};
