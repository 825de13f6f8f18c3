import { Command } from 'commander';
import { Fault } from '../../errors.ts';
import { installation } from '../../store/store.ts';
import { findWebsite, invalidValue } from '../terminal/names.ts';
import { kindredCommand } from '../terminal/run-command.ts';
import { formatTable } from '../terminal/output.ts';

const verify = (): Command =>
  kindredCommand(
    new Command('verify').description('verify the hash chain of the audit: no entry was changed or removed'),
    ['audit verify'],
    async ({ store }, { out }) => {
      const broken = store.audit.verify();
      if (broken) {
        throw new Fault('corrupted', `Entry ${broken.sequence} of the audit: ${broken.problem}`, {
          nextStep: 'Somebody changed the audit outside Kindred; compare with a backup.',
        });
      }
      out.result({ whole: true }, 'The audit is complete and unchanged.');
    },
  );

const list = (): Command =>
  kindredCommand(
    new Command('list')
      .description('who changed what, newest first')
      .argument('[website]', 'name of the website; without one: sign-ins, passwords, the secret key')
      .option('--limit <entries>', 'how many', '50'),
    ['audit list luma', 'audit list --limit 10 --json'],
    async ({ store }, { out }, name: string | undefined, { limit }: { readonly limit: string }) => {
      const websiteId = name === undefined ? installation : findWebsite(store, name).id;
      const entries = store.audit.list(websiteId, parseLimit(limit));
      const rows = entries.map(({ at, actor, from, action, subject }) => [
        at,
        actor,
        from ?? '–',
        action,
        subject,
      ]);
      out.result(entries, formatTable([['when', 'who', 'from', 'what', 'of'], ...rows]));
    },
  );

const parseLimit = (text: string): number => {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit > 0) return limit;
  throw invalidValue('number of entries', text, '--limit 50');
};

export const auditCommand = (): Command =>
  new Command('audit')
    .description('who changed what, and whether the record is unchanged')
    .addCommand(verify())
    .addCommand(list());
