import { type ComponentProps, useId } from 'react';
import { Input } from './input.tsx';

type InputWithChoicesProps = ComponentProps<typeof Input> & { choices: readonly string[] };

/** Free text with suggestions, for example the values that the catalogue has. */
export const InputWithChoices = ({ choices, ...input }: InputWithChoicesProps) => {
  const id = useId();
  return (
    <>
      <Input {...input} list={id} />
      <datalist id={id}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </>
  );
};
