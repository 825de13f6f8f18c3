import { useState } from 'react';
import type { Subscription } from '../../api/types.ts';
import { Sparkline } from '../../components/charts/sparkline.tsx';
import { Breakable } from '../../components/display/breakable.tsx';
import { DataList } from '../../components/display/table.tsx';
import { useUsage } from '../../data/subscriptions.ts';
import { useText } from '../../texts/text-context.tsx';

const weekMs = 7 * 86_400_000;

const Usage = ({ website, name }: { website: string; name: string }) => {
  const { t, number } = useText();
  const [period] = useState(() => ({
    from: new Date(Date.now() - weekMs).toISOString(),
    to: new Date().toISOString(),
  }));
  const { data } = useUsage(website, name, period.from, period.to);
  if (!data || data.length === 0) return <span className="text-muted">{t('common.noData')}</span>;
  return (
    <span className="flex items-center gap-3">
      {data.length > 1 && <Sparkline values={data.map(({ calls }) => calls)} label={t('keys.usage')} />}
      {number(data.reduce((sum, { calls }) => sum + calls, 0))}
    </span>
  );
};

const Origins = ({ origins }: { origins: readonly string[] }) => (
  <ul>
    {origins.map((origin) => (
      <li key={origin}>
        <Breakable text={origin} />
      </li>
    ))}
  </ul>
);

/** What an API key may be used for, how much, and how much it is used. */
export const KeyLimits = ({ website, subscription }: { website: string; subscription: Subscription }) => {
  const { t, ago } = useText();
  const { kind, rate, addressRate, quota, used, name, lastUsedAt, origins, boxes } = subscription;
  const rateText = (limit: Subscription['rate']): string =>
    limit ? t('keys.rateValue', { calls: limit.calls, seconds: limit.perSeconds }) : t('keys.noLimit');
  const quotaItem = quota
    ? {
        term: t(`keys.quota.${quota.per}`),
        value: t('keys.quotaValue', { used: used ?? 0, calls: quota.calls }),
      }
    : { term: t('keys.quota'), value: t('keys.noLimit') };
  return (
    <DataList
      items={[
        { term: t('keys.kind'), value: t(`keys.kind.${kind}`) },
        ...(kind === 'publishable'
          ? [
              {
                term: t('keys.origins'),
                value: origins.length > 0 ? <Origins origins={origins} /> : t('keys.anyOrigin'),
              },
            ]
          : []),
        { term: t('keys.boxes'), value: boxes.length > 0 ? boxes.join(', ') : t('keys.anyBox') },
        { term: t('keys.rate'), value: rateText(rate) },
        ...(addressRate ? [{ term: t('keys.addressRate'), value: rateText(addressRate) }] : []),
        quotaItem,
        { term: t('keys.lastUsed'), value: lastUsedAt === null ? t('keys.neverUsed') : ago(lastUsedAt) },
        { term: t('keys.usage'), value: <Usage website={website} name={name} /> },
      ]}
    />
  );
};
