import { Boxes, Plus } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { Badge } from '../components/display/badge.tsx';
import { BarChart } from '../components/charts/bar-chart.tsx';
import { ProgressBar } from '../components/feedback/progress-bar.tsx';
import { Button } from '../components/buttons/button.tsx';
import { Card } from '../components/layout/card.tsx';
import { CodeBlock } from '../components/display/code-block.tsx';
import { CopyField } from '../components/display/copy-field.tsx';
import { LineChart } from '../components/charts/line-chart.tsx';
import { Pagination } from '../components/display/pagination.tsx';
import { Sparkline } from '../components/charts/sparkline.tsx';
import { EmptyState, ErrorState, LoadingState } from '../components/feedback/states.tsx';
import { DataList, Table } from '../components/display/table.tsx';
import { Section } from './section.tsx';

const traffic = [4, 2, 1, 0, 0, 3, 9, 22, 41, 58, 60, 63, 71, 66, 59, 62, 70, 88, 97, 101, 84, 52, 31, 12];
const hours = traffic.map((_, hour) => new Date(Date.UTC(2026, 10, 14, hour)).toISOString());
const rows = [
  { name: 'Product page look-alikes', kind: 'Image search', dataset: 'catalogue', calls: 1056 },
  { name: 'Search page suggestions', kind: 'Related keywords', dataset: 'searches', calls: 412 },
];
const answer = {
  suggestions: [{ text: 'linen shirt', displayText: 'Linen shirt', url: null, dsTracker: '2f1c' }],
  count: 12,
  exact: true,
  score: 0.913,
};

export const Display = () => {
  const [page, setPage] = useState(2);
  return (
    <Section title="Display">
      <Card
        title="Boxes"
        description="What your shop calls."
        flush
        actions={
          <Button size="small" icon={Plus}>
            New box
          </Button>
        }
      >
        <Table
          label="Boxes"
          rows={rows}
          rowKey={(row) => row.name}
          columns={[
            { title: 'Name', cell: (row) => <span className="font-medium">{row.name}</span> },
            {
              title: 'Kind',
              cell: (row) => <Badge tone={row.kind === 'Image search' ? 'accent' : 'info'}>{row.kind}</Badge>,
            },
            {
              title: 'Dataset',
              wideOnly: true,
              cell: (row) => <span className="text-muted">{row.dataset}</span>,
            },
            {
              title: 'Last 24 hours',
              wideOnly: true,
              cell: () => <Sparkline values={traffic} label="Calls by hour" />,
            },
            { title: 'Calls', numeric: true, cell: (row) => row.calls },
          ]}
        />
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title="Calls">
          <LineChart
            label="Calls by hour"
            times={hours}
            series={[
              { name: 'Today', values: traffic },
              { name: 'A week ago', values: traffic.map((value, hour) => (hour < 5 ? null : value * 0.8)) },
            ]}
            format={(value) => String(value)}
            timeLabel={(iso) => iso.slice(11, 16)}
          />
        </Card>
        <Card title="Top patterns">
          <BarChart
            label="Top patterns"
            bars={['linen shirt', 'summer dress', 'white trainers', 'tote bag'].map((name, index) => ({
              name,
              value: 412 / (index + 1),
              valueText: String(Math.round(412 / (index + 1))),
            }))}
          />
        </Card>
        <Card title="Import">
          <div className="flex flex-col gap-4">
            <ProgressBar label="Pictures" value={0.62} detail="1,860 of 3,000" />
            <ProgressBar label="Vectors" value={null} />
            <DataList
              items={[
                { term: 'Format', value: 'Google Merchant XML' },
                {
                  term: 'Tracker',
                  value: <CopyField label="Tracker" value="7b0e6c1e-2b7a-4c0e-9d51-5a1f0c3c2d11" />,
                },
              ]}
            />
          </div>
        </Card>
        <Card title="Answer">
          <CodeBlock name="Answer" language="json" code={JSON.stringify(answer, null, 2)} />
        </Card>
        <Card>
          <EmptyState
            icon={Boxes}
            title="No boxes yet"
            body="A box is what your shop calls. Its tracker never changes."
            action={<Button variant="primary">New box</Button>}
          />
        </Card>
        <Card>
          <ErrorState
            error={
              new ApiError(
                503,
                { message: 'The dataset has no published version.', nextStep: 'Import a feed first.' },
                '01JCP3',
              )
            }
            onRetry={() => undefined}
          />
        </Card>
        <Card flush>
          <LoadingState />
        </Card>
      </div>
      <Pagination page={page} pages={9} onChange={setPage} />
    </Section>
  );
};
