/** Words as a shopper would see them to choose from. */
export const Chips = ({ label, words }: { label: string; words: readonly string[] }) => (
  <ul aria-label={label} className="flex flex-wrap gap-1.5">
    {words.map((word) => (
      <li key={word} className="rounded-full border border-line bg-sunken px-2.5 py-0.5 text-sm">
        {word}
      </li>
    ))}
  </ul>
);
