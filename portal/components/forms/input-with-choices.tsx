import { type ComponentProps, useId } from 'react';
import { Input } from './input.tsx';

type InputWithChoicesProps = ComponentProps<typeof Input> & { choices: readonly string[] };

/** A text of any kind, with what the catalogue holds to choose from: nobody has to know how it is spelt there. */
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
