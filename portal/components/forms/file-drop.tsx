import { Upload } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { classNames } from '../../styles/class-names.ts';

type FileDropProps = {
  /** Left out: it takes any file. */
  label?: string;
  hint: string;
  accept?: string;
  disabled?: boolean;
  onFile: (file: File) => void;
};

export const FileDrop = ({ label, hint, accept, disabled, onFile }: FileDropProps) => {
  const { t } = useText();
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) onFile(file);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'relative flex flex-col items-center gap-1 rounded-xl border border-dashed px-6 py-8 text-center transition-colors',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <Upload className="mb-1 size-6 text-muted" aria-hidden />
      <label htmlFor={id} className="font-medium after:absolute after:inset-0">
        {label ?? t('file.drop')}
      </label>
      <p className="text-sm text-balance text-muted">{hint}</p>
      <input
        id={id}
        type="file"
        disabled={disabled}
        {...(accept ? { accept } : {})}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          event.target.value = '';
        }}
      />
    </div>
  );
};
