import { useNavigate, useSearch } from '@tanstack/react-router';

/** The selected tab, kept in the address; an unknown one falls back to the first. */
export const useTab = <V extends string>(tabs: readonly [V, ...V[]]): [V, (tab: V) => void] => {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const current = tabs.find((each) => each === tab) ?? tabs[0];
  return [
    current,
    (next) => void navigate({ to: '.', search: (now) => ({ ...now, tab: next }), replace: true }),
  ];
};
