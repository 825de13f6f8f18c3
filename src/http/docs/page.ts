import type { Json, JsonObject } from '../json.ts';
import { escapeHtml, table } from './html.ts';
import { renderSchemas, typeName } from './schema-page.ts';

type Parameter = { name: string; required: boolean; description: string; schema: JsonObject };
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  responses: Record<string, { description: string }>;
};

/** The OpenAPI document for people: rendered once, complete without its script. */
export const renderDocsPage = (document: JsonObject): string => {
  const paths = Object.entries(document['paths'] as Record<string, { get: Operation }>);
  const { schemas } = document['components'] as { schemas: Record<string, JsonObject> };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Kindred: the two operations</title>
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" defer></script>
</head>
<body>
<header><h1>Kindred</h1><p>Related keywords and look-alike products. <a href="/openapi.json">openapi.json</a> ·
<a href="/schemas/apply.json">schema of kindred apply</a></p></header>
<main>
<section id="key"><h2>Key</h2>
<p>Every call carries <code>Ocp-Apim-Subscription-Key</code>. The query parameter <code>subscription-key</code> is read
when the header is absent. The key you type here stays on this page.</p>
<label>Subscription key <input id="subscription-key" type="password" autocomplete="off" spellcheck="false"></label></section>
${paths.map(([path, { get }]) => renderOperation(path, get)).join('\n')}
<section id="schemas"><h2>Answers, field by field</h2>${renderSchemas(schemas)}</section>
</main>
</body>
</html>
`;
};

function renderOperation(path: string, operation: Operation): string {
  const { operationId, summary, description, parameters, responses } = operation;
  const rows = parameters.map((parameter) => [
    `<code>${escapeHtml(parameter.name)}</code>${parameter.required ? ' <b>required</b>' : ''}`,
    escapeHtml(typeName(parameter.schema)),
    prose(parameter.description),
  ]);
  const statuses = Object.entries(responses).map(([status, response]) => [
    `<code>${status}</code>`,
    prose(response.description),
  ]);
  return `<section id="${operationId}"><h2>${escapeHtml(summary)}</h2>
<p class="path"><b>GET</b> <code>${escapeHtml(path)}</code></p>
<p>${prose(description)}</p>
${table(['Parameter', 'Type', 'Meaning'], rows)}
${renderForm(path, parameters)}
<details><summary>Statuses</summary>${table(['Status', 'Meaning'], statuses)}</details></section>`;
}

function renderForm(path: string, parameters: readonly Parameter[]): string {
  const inputs = parameters.map(
    ({ name, required }) =>
      `<label>${escapeHtml(name)} <input name="${escapeHtml(name)}" autocomplete="off"${required ? ' required' : ''}></label>`,
  );
  return `<form class="try" data-path="${escapeHtml(path)}"><h3>Try it</h3>
<div class="fields">${inputs.join('\n')}</div>
<p><button type="submit">Send</button></p>
<pre class="curl" tabindex="0" aria-label="curl line"></pre>
<pre class="answer" tabindex="0" aria-live="polite" aria-label="Answer" hidden></pre></form>`;
}

/** Text with `code` marks. */
function prose(text: Json | undefined): string {
  return escapeHtml(typeof text === 'string' ? text : '').replace(/`([^`]+)`/g, '<code>$1</code>');
}
