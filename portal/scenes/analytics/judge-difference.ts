/** Only an interval that leaves out 0 says something: otherwise chance alone explains the difference. */
export const judgeDifference = ({
  low,
  high,
}: {
  readonly low: number;
  readonly high: number;
}): 'better' | 'worse' | 'open' => {
  if (low > 0) return 'better';
  return high < 0 ? 'worse' : 'open';
};
