import type { PostResult } from './post-alert.ts';
import { MailRefused, type MailServer, sendMail } from './send-mail.ts';

type MailedAlert = { readonly website: string; readonly subject: string; readonly text: string };

/** One attempt. */
export const mailAlert = async (
  server: MailServer,
  to: string,
  { website, subject, text }: MailedAlert,
): Promise<PostResult> => {
  const title = [website, subject].filter(Boolean).join(', ');
  try {
    await sendMail(server, { to, subject: `Kindred, ${title}: ${text}`, text: `${title}\n\n${text}\n` });
    return { ok: true, again: false, result: 'accepted by the mail server' };
  } catch (error) {
    const again = error instanceof MailRefused ? error.again : true;
    return { ok: false, again, result: error instanceof Error ? error.message : 'no answer' };
  }
};
