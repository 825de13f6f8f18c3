import { openCuttableProxy } from './cuttable-proxy.ts';

/* The way to a server as a process of its own: node proxy-process.ts <url> prints the address and runs until it is ended. */

const { url } = await openCuttableProxy(new URL(process.argv[2] ?? ''));
process.stdout.write(`${url}\n`);
