/** What Kindred does, drawn: in each row one product, and products that look like it. */
const shapes = [
  // A lamp, a vase and a mug, in a square of 48.
  'M15 8h18l6 18H9Zm7 19h4v9h6v4H16v-4h6Z',
  'M19 7h10v3l-2 3v5c7 2 11 7 11 12 0 6-5 10-14 10S10 36 10 30c0-5 4-10 11-12v-5l-2-3Z',
  'M10 12h22v4h2a7 7 0 0 1 0 14h-2v4a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4Zm22 8v6h2a3 3 0 0 0 0-6Z',
] as const;
const colours = ['#9a4a24', '#c9772f', '#d9a441', '#7d8a3c', '#2b8289', '#6d6fb0'] as const;
const inRow = 4;

const Tile = ({ shape, colour, isSource }: { shape: string; colour: string; isSource: boolean }) => (
  <span
    className={`grid aspect-square place-items-center rounded-2xl bg-picture ${isSource ? 'ring-2 ring-accent ring-offset-4 ring-offset-accent-soft' : ''}`}
  >
    <svg viewBox="0 0 48 48" className="w-11/12">
      <path d={shape} fill={colour} fillRule="evenodd" />
    </svg>
  </span>
);

export const LookAlikeRows = () => (
  <div
    aria-hidden
    className="grid w-full max-w-lg grid-cols-[repeat(4,minmax(0,1fr))] gap-5 rounded-3xl bg-accent-soft p-10"
  >
    {shapes.flatMap((shape, row) =>
      Array.from({ length: inRow }, (_, place) => (
        <Tile
          key={`${row} ${place}`}
          shape={shape}
          colour={colours[(row * 2 + place) % colours.length] ?? colours[0]}
          isSource={place === 0}
        />
      )),
    )}
  </div>
);
