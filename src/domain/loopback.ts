const loopback = /^((.+\.)?localhost|\[?::1\]?|(::ffff:)?127(\.\d{1,3}){3})$/i;

/** Whether a host name or an address, without its port, is this machine itself. */
export const isLoopback = (host: string): boolean => loopback.test(host);
