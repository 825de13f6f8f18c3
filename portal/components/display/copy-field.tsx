import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { IconButton } from '../buttons/icon-button.tsx';

const confirmationMs = 2000;

export const CopyButton = ({ text, name }: { text: string; name: string }) => {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), confirmationMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <IconButton
        size="small"
        icon={copied ? Check : Copy}
        label={copied ? t('common.copied') : t('common.copyOf', { name })}
        onClick={() => void copy()}
      />
      <span role="status" className="sr-only">
        {copied ? t('common.copied') : ''}
      </span>
    </>
  );
};

/** A value to copy: a tracker, a key, an address. Small on a phone, so that a tracker stays on one line. */
export const CopyField = ({ label, value }: { label: string; value: string }) => {
  return (
    <div className="flex min-w-0 items-center gap-1 rounded-lg sm:gap-2 border border-line bg-sunken py-1 pr-1 pl-3">
      <span className="sr-only">{label}</span>
      <code className="min-w-0 flex-1 font-mono text-xs break-all max-sm:tracking-tight sm:text-sm select-all">
        {value}
      </code>
      <CopyButton text={value} name={label} />
    </div>
  );
};
