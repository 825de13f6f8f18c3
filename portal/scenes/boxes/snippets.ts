/** A call of one box. `key` is a placeholder until an owner reveals a real one. */
export type Call = {
  readonly baseUrl: string;
  readonly path: '/search/imagesearch' | '/relatedsearches/keywords';
  readonly parameters: Readonly<Record<string, string>>;
  readonly key: string;
};

export const snippetLanguages = ['curl', 'HTML', 'JavaScript', 'TypeScript', 'PHP', 'Python', 'C#'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

export const buildAddress = ({ baseUrl, path, parameters }: Call): string =>
  `${baseUrl}${path}?${new URLSearchParams(parameters).toString()}`;

const header = 'Ocp-Apim-Subscription-Key';

const javascriptSnippet = (call: Call): string => `const response = await fetch('${buildAddress(call)}', {
  headers: { '${header}': '${call.key}' },
});
if (!response.ok) throw new Error(await response.text());
const answer = await response.json();
console.log(answer);`;

const answerTypes = {
  '/search/imagesearch':
    'type Answer = { documents: { score: number; document: Record<string, unknown> | null }[] | null; resultCount: number };',
  '/relatedsearches/keywords':
    'type Answer = { suggestions: { text: string | null; displayText: string | null; url: string | null; dsTracker: string | null }[] | null };',
};

const elements = {
  '/search/imagesearch': 'kindred-look-alikes',
  '/relatedsearches/keywords': 'kindred-related-keywords',
};

/** Escapes the value of an attribute in double quotes. */
const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The component calls the host that served its script; `btr` is its tracker. */
const componentSnippet = ({ baseUrl, path, parameters: { btr = '', ...subject }, key }: Call): string => {
  const name = elements[path];
  const attributes = Object.entries({ tracker: btr, key, ...subject, limit: '8' });
  const lines = attributes.map(([attribute, value]) => `  ${attribute}="${escapeAttribute(value)}"`);
  return `<script type="module" src="${baseUrl}/storefront/kindred.js"></script>
<${name}
${lines.join('\n')}
></${name}>`;
};

const writers: Record<SnippetLanguage, (call: Call) => string> = {
  curl: (call) => `curl -H '${header}: ${call.key}' \\\n  '${buildAddress(call)}'`,
  HTML: componentSnippet,
  JavaScript: javascriptSnippet,
  TypeScript: (call) => `${answerTypes[call.path]}

const response = await fetch('${buildAddress(call)}', {
  headers: { '${header}': '${call.key}' },
});
if (!response.ok) throw new Error(await response.text());
const answer = (await response.json()) as Answer;
console.log(answer);`,
  PHP: (call) => `<?php
$context = stream_context_create(['http' => [
    'header' => '${header}: ${call.key}',
]]);
$answer = json_decode(file_get_contents('${buildAddress(call)}', false, $context), true);
print_r($answer);`,
  Python: (call) => `import json
import urllib.request

request = urllib.request.Request(
    "${buildAddress(call)}",
    headers={"${header}": "${call.key}"},
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
print(answer)`,
  'C#': (call) => `var client = new HttpClient();
client.DefaultRequestHeaders.Add("${header}", "${call.key}");
var answer = await client.GetStringAsync("${buildAddress(call)}");
Console.WriteLine(answer);`,
};

export const createSnippet = (language: SnippetLanguage, call: Call): string => writers[language](call);
