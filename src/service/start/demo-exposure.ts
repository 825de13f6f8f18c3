import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { demoEmail } from '../../domain/demo-account.ts';
import { isLoopback } from '../../domain/loopback.ts';
import type { Store } from '../../store/store.ts';

/** Whether other machines can reach the service, as far as its settings tell. */
export const isReachable = ({
  host,
  publicUrl,
  trustedProxies,
}: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>): boolean =>
  !isLoopback(host) || publicUrl !== null || trustedProxies.length > 0;

export const removeDemoStep = `Remove the demo shop in its settings in the portal, then run \`kindred operator remove ${demoEmail}\`.`;

/** Takes the rights of an administrator from a demo account of an earlier release, and warns of one that others can reach. */
export const guardDemoAccount = async (
  { accounts }: Store,
  config: Config,
  logger: Logger,
): Promise<void> => {
  const account = accounts.byEmail(demoEmail);
  if (account?.administrator) {
    try {
      await accounts.setAdministrator('demo', demoEmail, false);
      logger.warn({ account: demoEmail }, 'the demo account was an administrator, and is none any more');
    } catch (err) {
      logger.error({ err, account: demoEmail }, 'the demo account is an administrator still');
    }
  }
  if (account !== null && isReachable(config))
    logger.warn(
      { account: demoEmail, nextStep: removeDemoStep },
      'there is a demo account, and others can reach the service',
    );
};
