import type { ReasonCode } from '../../../src/fault-reasons.ts';

/** Texts for the reason codes of the service: what happened and what to do next. */
export const faults = {
  'fault.not-signed-in': 'Nobody is signed in. Sign in and try again.',
  'fault.wrong-sign-in':
    'The address, the password or the code is wrong. Forgotten it? Ask your administrator to reset it.',
  'fault.code-needed': 'A code is needed as well. Give the six digits that the authenticator shows.',
  'fault.too-many-attempts': 'Too many attempts. Try again in {seconds} {seconds|second|seconds}.',
  'fault.wrong-password': 'The password is wrong. Give your own password again.',
  'fault.wrong-code':
    'This code does not fit. Scan the picture again, and give the code that is shown now. Is the clock of the phone right?',
  'fault.short-password': 'A password has at least {length} characters.',
  'fault.weak-password':
    'This password is easy to guess. Take four or five words that do not belong together.',
  'fault.needs-https':
    'The portal is open without HTTPS, and a browser keeps no session that way. Put HTTPS in front of the service.',
  'fault.not-our-page': 'This request does not come from the portal itself. Load the page again.',
  'fault.needs-merchandiser': 'Only a merchandiser may do this. Ask an owner of the shop.',
  'fault.needs-owner': 'Only an owner may do this. Ask an owner of the shop.',
  'fault.needs-administrator': 'Only an administrator may do this. Ask whoever runs the installation.',
  'fault.set-up-link-gone': 'This set-up link is not valid any more. Start the service again for a new one.',
  'fault.invitation-gone': 'This invitation is not valid any more. Ask whoever sent it for a new one.',
  'fault.invitation-password':
    'This address has an account already, and this is not its password. Accept with the password you sign in with.',
  'fault.address-known': '{email} already has an account.',
  'fault.member-known': '{email} is a member already.',
  'fault.last-owner': '{email} is the only owner of this shop. Make somebody else an owner first.',
  'fault.not-there': 'This is not there any more, or it belongs to another shop. Load the page again.',
  'fault.name-taken': 'There is something called {name} already. Choose another name.',
  'fault.name-stays': 'The name stays {name}: shops and campaigns refer to it.',
  'fault.in-use': '{name} is in use by: {users}. Remove or change these first.',
  'fault.nothing-to-undo': 'There is nothing to undo.',
  'fault.invalid': 'Not saved. Please correct:',
  'fault.missing': 'is missing',
  'fault.unknown': 'there is no setting called {name}',
  'fault.not-one-of': 'must be one of {allowed}',
  'fault.wrong-type': 'has a value of the wrong kind',
  'fault.does-not-fit': 'is not written in a form that is understood',
  'fault.too-small': 'must be {limit} or more',
  'fault.too-large-number': 'must be {limit} or less',
  'fault.too-short': 'needs {limit} {limit|character|characters} or more',
  'fault.too-long': 'may have {limit} {limit|character|characters} at most',
  'fault.too-few': 'needs {limit} {limit|entry|entries} or more',
  'fault.too-many-entries': 'may have {limit} {limit|entry|entries} at most',
  'fault.unsafe-html': 'contains {part}, which could run a script in the shop',
  'fault.unsafe-link': 'contains the link {link}; only http and https are allowed',
  'fault.unknown-field': 'the catalogue has no filter field called {field}',
  'fault.confirm-redirect':
    'This redirect sends every shopper away. Publish it on its page, where it is confirmed.',
  'fault.filter': 'the filter cannot be understood from character {position} on',
  'fault.until-before-from': 'the end must lie after the beginning',
  'fault.page-above-maximum': 'a page may not have more products than the most that may be asked for',
  'fault.rank-twice': 'every step of the strategy needs its own place',
  'fault.no-words': 'has no word, so it can never hold',
  'fault.term-twice': 'means the same as {term} above',
  'fault.no-such-box': 'there is no box called {name}',
  'fault.import-running': 'An import of this feed is running. Wait for it, or stop it.',
  'fault.import-ended': 'The import has ended already.',
  'fault.import-not-waiting': 'The import does not wait for approval any more.',
  'fault.version-gone': 'The version that it waits with is not kept any more. Import the feed again.',
  'fault.no-source': 'No source is set, and no feed was given. Give an address, or upload a file.',
  'fault.unknown-format':
    'The feed is in no format that is known. Give JSON, NDJSON, CSV with a header line, or Google Merchant XML; plain, gzip or zip.',
  'fault.web-page':
    'The feed is a web page, not a feed. Open the address in a browser: it may want a sign-in, or have moved.',
  'fault.feed-unreadable': 'The feed {file} cannot be read. Check the name and the permissions of the file.',
  'fault.feed-changed':
    'The feed {file} was changed while it was read. Import it again once it is written whole. What is live was not changed.',
  'fault.not-downloaded':
    'The feed {address} could not be downloaded ({why}). Check the address and the sign-in of the feed, then import again. Nothing was changed.',
  'fault.private-address':
    '{host} is not on the public internet, so it is not called. Whoever runs the service can allow it (KINDRED_ALLOW_PRIVATE).',
  'fault.pictures-no-zip':
    'The file is no readable ZIP file. Pack the pictures into one ZIP file without a password, and upload it again.',
  'fault.pictures-outside':
    'The ZIP file names a file outside of its folder. Pack the folder of the pictures again. Nothing was changed.',
  'fault.pictures-too-many': 'The ZIP file holds too much. Upload it in several parts. Nothing was changed.',
  'fault.pictures-missing': 'There is no file of pictures. Choose a ZIP file.',
  'fault.pictures-no-room':
    'A shop may upload {pictures} pictures, on {gigabytes} GB of disk. Remove some, or ask whoever runs the service for more. Nothing was changed.',
  'fault.import-superseded': 'A later import took its place.',
  'fault.import-stopped': 'It was stopped. The live version stays.',
  'fault.import-abandoned': 'It was not finished before another began.',
  'fault.import-broke':
    'Something went wrong on our side. Import again; if it fails again, look into the log.',
  'fault.no-keywords': 'The feed holds no keywords',
  'fault.feed-empty': 'The feed is empty',
  'fault.no-products': 'None of its {rows} rows is a product',
  'fault.vanishing': 'This import would remove {removed} of {live} variants ({percent} %)',
  'fault.bad-rows': '{bad} of {rows} rows ({percent}%) have faults',
  'fault.nothing-here': 'There is nothing at this address.',
  'fault.our-fault':
    'Something went wrong on our side. Please give this request id when you report it: {requestId}',
} as const satisfies Record<`fault.${ReasonCode}`, string>;
