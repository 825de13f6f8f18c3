import { Command, Option } from 'commander';
import { type Role, roles } from '../../domain/operator.ts';
import type { PasswordKind } from '../../store/store.ts';
import { findWebsite } from '../terminal/names.ts';
import { kindredCommand } from '../terminal/run-command.ts';
import { readLinesFromStdin, makeReadablePassword } from '../terminal/secret-input.ts';
import { formatTable } from '../terminal/output.ts';

const actor = 'command line';

type PasswordOptions = { readonly passwordStdin?: boolean };

const withPassword = (command: Command): Command =>
  command.option('--password-stdin', 'read the password from standard input instead of making one');

/** `generated`: a new password, shown once and valid for a day. */
const readOrMakePassword = async ({ passwordStdin }: PasswordOptions) => {
  if (passwordStdin === true) {
    const [password = ''] = await readLinesFromStdin(1, 'the password');
    return { password };
  }
  const password = makeReadablePassword();
  return { password, generated: password };
};

const passwordKind = (generated: string | undefined): PasswordKind =>
  generated === undefined ? 'chosen' : 'temporary';
const temporaryNote = '(for a day: choose another one after signing in)';

const list = (): Command =>
  kindredCommand(
    new Command('list').description('who signs in, and where'),
    ['operator list'],
    async ({ store }, { out }) => {
      const websiteName = (id: number) => store.websites.byId(id)?.name ?? String(id);
      const operators = store.accounts.list().map((operator) => ({
        ...operator,
        websites: store.accounts
          .memberships(operator.id)
          .map(({ websiteId, role }) => ({ website: websiteName(websiteId), role })),
      }));
      const rows = operators.map(({ email, administrator, totp, websites }) => [
        email,
        websites.map(({ website, role }) => `${website} (${role})`).join(', ') || '–',
        [administrator ? 'administrator' : '', totp ? 'code' : ''].filter(Boolean).join(', '),
      ]);
      out.result(operators, formatTable([['operator', 'websites', ''], ...rows]));
    },
  );

const add = (): Command =>
  kindredCommand(
    withPassword(
      new Command('add')
        .description('make an operator of a website, or set role and password of one')
        .argument('<website>', 'name of the website')
        .argument('<email>', 'address to sign in with')
        .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('viewer')),
    ),
    ['operator add luma anna@shop.example --role owner'],
    async (
      { store },
      { out },
      name: string,
      email: string,
      options: PasswordOptions & { readonly role: Role },
    ) => {
      const website = findWebsite(store, name);
      const { password, generated } = await readOrMakePassword(options);
      const member = await store.operators.put(
        website.id,
        actor,
        email,
        options.role,
        password,
        passwordKind(generated),
      );
      const value = { website: website.name, email: member.email, role: member.role };
      const line = generated === undefined ? '' : `\npassword  ${generated}  ${temporaryNote}`;
      out.result(
        { ...value, ...(generated !== undefined && { password: generated }) },
        `${member.email} is ${member.role} of ${website.name}.${line}`,
      );
    },
  );

const reset = (): Command =>
  kindredCommand(
    withPassword(
      new Command('reset')
        .description('a new password for somebody who cannot sign in; ends sessions, tokens and codes')
        .argument('<email>', 'whose'),
    ),
    ['operator reset anna@shop.example', 'operator reset anna@shop.example --password-stdin < new.txt'],
    async ({ store }, { out }, email: string, options: PasswordOptions) => {
      const { password, generated } = await readOrMakePassword(options);
      await store.accounts.password.reset(actor, email, password, passwordKind(generated));
      const line =
        generated === undefined ? 'The password is set.' : `password  ${generated}  ${temporaryNote}`;
      out.result({ email, ...(generated !== undefined && { password: generated }) }, line);
    },
  );

const remove = (): Command =>
  kindredCommand(
    new Command('remove')
      .description('take an operator out of the installation; sessions and tokens end at once')
      .argument('<email>', 'whom'),
    ['operator remove anna@shop.example'],
    async ({ store }, { out }, email: string) => {
      await store.accounts.remove(actor, email);
      out.result({ email, removed: true }, `${email} signs in no more.`);
    },
  );

const administrator = (): Command =>
  kindredCommand(
    new Command('administrator')
      .description('let an operator run the installation: make websites, see the system')
      .argument('<email>', 'whose')
      .option('--off', 'take it away again'),
    ['operator administrator anna@shop.example'],
    async ({ store }, { out }, email: string, { off }: { readonly off?: boolean }) => {
      const operator = await store.accounts.setAdministrator(actor, email, off !== true);
      const text = operator.administrator ? 'is an administrator' : 'is no administrator';
      out.result(
        { email: operator.email, administrator: operator.administrator },
        `${operator.email} ${text}.`,
      );
    },
  );

export const operatorCommand = (): Command =>
  new Command('operator')
    .description('people who sign in to the portal')
    .addCommand(list())
    .addCommand(add())
    .addCommand(reset())
    .addCommand(remove())
    .addCommand(administrator());
