import { useNavigate, useSearch } from '@tanstack/react-router';

/** The chosen tab stands in the address; an unknown one is the first one. */
export const useTab = <V extends string>(tabs: readonly [V, ...V[]]): [V, (tab: V) => void] => {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const current = tabs.find((each) => each === tab) ?? tabs[0];
  return [
    current,
    (next) => void navigate({ to: '.', search: (now) => ({ ...now, tab: next }), replace: true }),
  ];
};
