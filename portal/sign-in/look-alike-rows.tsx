/** What Kindred does: in each row one product, and what the demo shop answers for it. One picture has all of them. */
const picture = '/portal/look-alikes.png';
const rows = 3;
const inRow = 4;

const Tile = ({ row, place }: { row: number; place: number }) => (
  <span
    className={`aspect-square rounded-2xl bg-picture ${place === 0 ? 'ring-2 ring-accent ring-offset-4 ring-offset-accent-soft' : ''}`}
    style={{
      backgroundImage: `url(${picture})`,
      backgroundSize: `${inRow * 100}% ${rows * 100}%`,
      backgroundPosition: `${(place / (inRow - 1)) * 100}% ${(row / (rows - 1)) * 100}%`,
    }}
  />
);

/** On a phone the first row alone. */
export const LookAlikeRows = () => (
  <div
    aria-hidden
    className="grid w-full max-w-lg grid-cols-[repeat(4,minmax(0,1fr))] gap-5 rounded-3xl bg-accent-soft p-5 max-lg:[&>:nth-child(n+5)]:hidden lg:p-10"
  >
    {Array.from({ length: rows * inRow }, (_, tile) => (
      <Tile key={tile} row={Math.floor(tile / inRow)} place={tile % inRow} />
    ))}
  </div>
);
