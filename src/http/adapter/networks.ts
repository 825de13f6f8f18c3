import ipaddr from 'ipaddr.js';

/** What connections are counted by: an IPv4 address or an IPv6 /64 network; empty for anything else. */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
};

/** Whether an address is one of these proxies, or in one of these networks. */
export const createTrust = (proxies: readonly string[]): ((address: string) => boolean) => {
  const networks = proxies.map((proxy) =>
    proxy.includes('/')
      ? ipaddr.parseCIDR(proxy)
      : ([ipaddr.parse(proxy), ipaddr.parse(proxy).kind() === 'ipv4' ? 32 : 128] as const),
  );
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return networks.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits));
  };
};
