import { Ellipsis, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../components/display/badge.tsx';
import { Button } from '../components/buttons/button.tsx';
import { IconButton } from '../components/buttons/icon-button.tsx';
import { Checkbox, Switch } from '../components/forms/checkbox.tsx';
import { CommandPalette } from '../components/layers/command-palette.tsx';
import { ConfirmDialog } from '../components/layers/confirm-dialog.tsx';
import { DateRange } from '../components/forms/date-range.tsx';
import { Dialog, Drawer } from '../components/layers/dialog.tsx';
import { Field } from '../components/forms/field.tsx';
import { FileDrop } from '../components/forms/file-drop.tsx';
import { Input, Select, Textarea } from '../components/forms/input.tsx';
import { Menu } from '../components/layers/menu.tsx';
import { Slider } from '../components/forms/slider.tsx';
import { Tabs } from '../components/layout/tabs.tsx';
import { useToast } from '../components/feedback/toast.tsx';
import { Row, Section } from './section.tsx';

type OpenedOverlay = 'dialog' | 'drawer' | 'confirm' | 'palette' | null;

export const Overlays = () => {
  const [shown, setShown] = useState<OpenedOverlay>(null);
  const toast = useToast();
  const close = () => setShown(null);
  return (
    <Section title="Overlays">
      <Row>
        <Button onClick={() => setShown('dialog')}>Dialog</Button>
        <Button onClick={() => setShown('drawer')}>Drawer</Button>
        <Button onClick={() => setShown('confirm')}>Confirm</Button>
        <Button onClick={() => setShown('palette')}>Palette</Button>
        <Button onClick={() => toast('Saved')}>Toast</Button>
        <Button onClick={() => toast('The feed could not be read.', 'danger')}>Bad toast</Button>
        <Menu
          trigger={<IconButton label="More" icon={Ellipsis} variant="secondary" />}
          items={[
            { label: 'Duplicate', icon: Plus, onSelect: () => toast('Duplicated') },
            { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setShown('confirm') },
          ]}
        />
      </Row>
      <Dialog
        open={shown === 'dialog'}
        title="New box"
        description="A box is what your shop calls."
        onClose={close}
        actions={<Button variant="primary">Create</Button>}
      >
        <Field label="Name">{(control) => <Input {...control} />}</Field>
      </Dialog>
      <Drawer open={shown === 'drawer'} title="Why is this here?" onClose={close}>
        <p>Looks 0.91, colour 0.72</p>
      </Drawer>
      <ConfirmDialog
        open={shown === 'confirm'}
        title="Delete the box?"
        body="Shops that call its tracker get an error from now on."
        action="Delete the box"
        onConfirm={close}
        onClose={close}
      />
      <CommandPalette
        open={shown === 'palette'}
        onClose={close}
        commands={['Overview', 'Boxes', 'Campaigns'].map((label) => ({
          id: label,
          label,
          group: 'Page',
          icon: Plus,
          run: () => toast(label),
        }))}
      />
    </Section>
  );
};

export const Controls = () => {
  const [on, setOn] = useState(true);
  const [checked, setChecked] = useState(true);
  const [weight, setWeight] = useState(0.3);
  const [kind, setKind] = useState<'search' | 'related'>('search');
  const [tab, setTab] = useState<'general' | 'facets' | 'strategy'>('general');
  const [period, setPeriod] = useState<{ from: string | null; until: string | null }>({
    from: '2026-11-01T08:00:00.000Z',
    until: null,
  });
  return (
    <Section title="Controls">
      <Row>
        <Button variant="primary">Publish</Button>
        <Button icon={Plus}>New box</Button>
        <Button variant="quiet">Cancel</Button>
        <Button variant="danger" icon={Trash2}>
          Delete
        </Button>
        <Button variant="primary" busy>
          Saving …
        </Button>
        <Button disabled>Disabled</Button>
        <Button size="small">Small</Button>
      </Row>
      <Row>
        {(['neutral', 'accent', 'positive', 'warning', 'danger', 'info'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" hint="Shown in the portal only.">
          {(control) => <Input {...control} defaultValue="Product page look-alikes" />}
        </Field>
        <Field label="Page size" error="Between 1 and 100.">
          {(control) => <Input {...control} type="number" defaultValue={240} />}
        </Field>
        <Field label="Kind">
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={setKind}
              options={[
                { value: 'search', label: 'Image search' },
                { value: 'related', label: 'Related keywords' },
              ]}
            />
          )}
        </Field>
        <Field label="Question" optional>
          {(control) => <Textarea {...control} placeholder="What is it for?" />}
        </Field>
        <Slider
          label="Weight of colour"
          min={0}
          max={1}
          step={0.05}
          value={weight}
          valueText={weight.toFixed(2)}
          hint="0 looks at shape alone."
          onChange={setWeight}
        />
        <div>
          <Switch label="Highlighted" hint="Tells the shop to mark them." checked={on} onChange={setOn} />
          <Checkbox label="Match numbers that are almost right" checked={checked} onChange={setChecked} />
        </div>
      </div>
      <DateRange value={period} onChange={setPeriod} />
      <FileDrop hint="JSON, NDJSON, CSV, XML, plain or gzip" onFile={() => undefined} />
      <Tabs
        label="Edit Search Box"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'general', label: 'General', content: () => <p>General</p> },
          { value: 'facets', label: 'Facets', content: () => <p>Facets</p> },
          { value: 'strategy', label: 'Strategy', content: () => <p>Strategy</p> },
        ]}
      />
    </Section>
  );
};
