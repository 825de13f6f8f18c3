import { Plus } from 'lucide-react';
import { Button } from '../../components/buttons/button.tsx';
import { Menu } from '../../components/layers/menu.tsx';

type FieldChoiceProps = {
  label: string;
  fields: readonly { readonly name: string; readonly displayName: string }[];
  onChoose: (name: string) => void;
};

/** Adds one of the dataset's fields. */
export const FieldChoice = ({ label, fields, onChoose }: FieldChoiceProps) => {
  if (fields.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button size="small" icon={Plus}>
          {label}
        </Button>
      }
      items={fields.map(({ name, displayName }) => ({ label: displayName, onSelect: () => onChoose(name) }))}
    />
  );
};
