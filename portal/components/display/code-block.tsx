import type { ReactNode } from 'react';
import { classNames } from '../../styles/class-names.ts';
import { CopyButton } from './copy-field.tsx';

const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

const tokenClass = (match: RegExpMatchArray): string => {
  if (match[2] !== undefined) return 'text-ink font-medium';
  if (match[1] !== undefined) return 'text-positive';
  return match[3] === undefined ? 'text-info' : 'text-accent-ink';
};

/** Tokens become elements, so stored text is never parsed as HTML. */
const highlightJson = (json: string): ReactNode[] => {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const match of json.matchAll(token)) {
    if (match.index > end) pieces.push(json.slice(end, match.index));
    pieces.push(
      <span key={match.index} className={tokenClass(match)}>
        {match[1] ?? match[0]}
      </span>,
    );
    end = match.index + (match[1] ?? match[0]).length;
  }
  pieces.push(json.slice(end));
  return pieces;
};

type CodeBlockProps = { code: string; name: string; language?: 'json' | 'text'; tall?: boolean };

export const CodeBlock = ({ code, name, language = 'text', tall }: CodeBlockProps) => {
  return (
    <div className="relative min-w-0 rounded-xl border border-line bg-sunken">
      <div className="absolute top-1.5 right-1.5 rounded-lg bg-sunken">
        <CopyButton text={code} name={name} />
      </div>
      <pre
        role="group"
        aria-label={name}
        tabIndex={0}
        className={classNames(
          'overflow-auto rounded-xl p-4 pr-12 font-mono text-xs leading-6 text-muted sm:text-sm',
          tall ? 'max-h-[36rem]' : 'max-h-80',
          language === 'text' && 'break-all whitespace-pre-wrap',
        )}
      >
        <code>{language === 'json' ? highlightJson(code) : <span className="text-ink">{code}</span>}</code>
      </pre>
    </div>
  );
};
