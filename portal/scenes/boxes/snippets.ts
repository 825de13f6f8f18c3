/** A call of one box. `key` is a placeholder until an owner reveals a real one. */
export type Call = {
  readonly baseUrl: string;
  readonly path: '/search/imagesearch' | '/relatedsearches/keywords';
  readonly parameters: Readonly<Record<string, string>>;
  readonly key: string;
};

export const snippetLanguages = [
  'HTML',
  'React',
  'Vue',
  'JavaScript',
  'TypeScript',
  'curl',
  'PHP',
  'Python',
  'C#',
] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** Code of these runs in the shop's pages, where everybody can read the key. */
export const runsInPages = (language: SnippetLanguage): boolean =>
  ['HTML', 'React', 'Vue'].includes(language);

export const buildAddress = ({ baseUrl, path, parameters }: Call): string =>
  `${baseUrl}${path}?${new URLSearchParams(parameters).toString()}`;

const header = 'Ocp-Apim-Subscription-Key';

const javascriptSnippet = (call: Call): string => `const response = await fetch('${buildAddress(call)}', {
  headers: { '${header}': '${call.key}' },
});
if (!response.ok) throw new Error(await response.text());
const answer = await response.json();
console.log(answer);`;

/** Packages come from the service itself, in its version. */
const installLine = ({ baseUrl }: Call, name: 'client' | 'react' | 'vue'): string =>
  `npm install ${baseUrl}/clients/kindred-${name}.tgz`;

const typescriptSnippet = (call: Call): string => {
  const { baseUrl, path, parameters, key } = call;
  const name = path === '/search/imagesearch' ? 'imageSearch' : 'relatedKeywords';
  const given = Object.entries(parameters).map(
    ([parameter, value]) => `${parameter}: ${JSON.stringify(value)}`,
  );
  return `// ${installLine(call, 'client')}
import { createClient } from '@kindred-search/client';

const kindred = createClient({ baseUrl: ${JSON.stringify(baseUrl)}, key: ${JSON.stringify(key)} });
const { body } = await kindred.${name}({ ${given.join(', ')} });
console.log(body);`;
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

const components = { '/search/imagesearch': 'LookAlikes', '/relatedsearches/keywords': 'RelatedKeywords' };

const reactSnippet = (call: Call): string => {
  const { baseUrl, path, parameters, key } = call;
  const { btr = '', ...subject } = parameters;
  const properties = Object.entries({ base: baseUrl, tracker: btr, apiKey: key, ...subject });
  const lines = properties.map(([name, value]) => `    ${name}={${JSON.stringify(value)}}`);
  return `// ${installLine(call, 'react')}
import { ${components[path]} } from '@kindred-search/react';

export const Related = () => (
  <${components[path]}
${lines.join('\n')}
  />
);`;
};

const vueSnippet = (call: Call): string => {
  const { baseUrl, path, parameters, key } = call;
  const { btr = '', ...subject } = parameters;
  const properties = Object.entries({ base: baseUrl, tracker: btr, 'api-key': key, ...subject });
  const lines = properties.map(([name, value]) => `    ${name}="${escapeAttribute(value)}"`);
  return `<!-- ${installLine(call, 'vue')} -->
<script setup lang="ts">
import { ${components[path]} } from '@kindred-search/vue';
</script>

<template>
  <${components[path]}
${lines.join('\n')}
  />
</template>`;
};

const writers: Record<SnippetLanguage, (call: Call) => string> = {
  curl: (call) => `curl -H '${header}: ${call.key}' \\\n  '${buildAddress(call)}'`,
  HTML: componentSnippet,
  React: reactSnippet,
  Vue: vueSnippet,
  JavaScript: javascriptSnippet,
  TypeScript: typescriptSnippet,
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
