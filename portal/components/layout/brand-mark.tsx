export const BrandMark = ({ className = 'size-8' }: { className?: string }) => {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <circle cx="12.5" cy="16" r="6.5" fill="none" strokeWidth="2.5" className="stroke-on-accent" />
      <circle cx="19.5" cy="16" r="6.5" fill="none" strokeWidth="2.5" className="stroke-on-accent" />
    </svg>
  );
};
