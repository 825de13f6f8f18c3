/** A line of text as the storefront elements show it. */
export const TextBanner = ({ text }: { text: string }) => (
  <p className="rounded-lg bg-warning-soft px-4 py-3 wrap-anywhere">{text}</p>
);
