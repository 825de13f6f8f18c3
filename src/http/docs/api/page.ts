import type { JsonObject } from '../../schema/json.ts';
import { listOperations, componentSchemas, type DocumentedOperation } from './api-document.ts';
import { escapeHtml } from './html.ts';
import { renderOperation } from './operation-section.ts';
import { renderSchemas } from './schema-section.ts';

export type DocsDocuments = {
  /** The two operations and the events. */
  readonly service: JsonObject;
  /** Live changes of products. */
  readonly productData: JsonObject;
};

/** The OpenAPI documents as the content of a page, and the links to its parts. */
export const renderApi = ({ service, productData }: DocsDocuments): { content: string; contents: string } => {
  const chapters = [
    { title: 'Ask', operations: listOperations(service) },
    { title: 'Change products', operations: listOperations(productData) },
  ];
  const schemas = { ...componentSchemas(productData), ...componentSchemas(service) };
  return {
    contents: renderContents(chapters),
    content: `${introduction}
${chapters.flatMap(({ operations }) => operations.map(renderOperation)).join('\n')}
${everyCall}
<section id="fields"><h2>Field by field</h2>${renderSchemas(schemas)}</section>`,
  };
};

type Chapter = { readonly title: string; readonly operations: readonly DocumentedOperation[] };

const renderContents = (chapters: readonly Chapter[]): string => {
  const entry = (id: string, text: string) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`;
  const groups = chapters.map(
    ({ title, operations }) =>
      `<p>${title}</p><ul>${operations.map(({ operationId, summary }) => entry(operationId, summary)).join('')}</ul>`,
  );
  return `<p>Start</p><ul>${entry('start', 'Your first call')}${entry('key', 'Key')}</ul>${groups.join('')}
<p>Reference</p><ul>${entry('every-call', 'What holds for every call')}${entry('fields', 'Field by field')}
<li><a href="/openapi.json">openapi.json</a></li>
<li><a href="/productData/openapi.json">productData/openapi.json</a></li>
<li><a href="/schemas/apply.json">schema of kindred apply</a></li></ul>`;
};

const introduction = `<section id="start"><h1>Two questions, two calls</h1>
<p class="lead">Which products look like this one? What else could this shopper look for? Both are GET calls that answer
with JSON.</p>
<ol>
<li>The <b>key</b> is in the portal under Profile.</li>
<li>The <b>tracker</b> of a box (<code>btr</code>) is on the box's page, on the Integration tab, under Tracker. It is a
constant and no secret.</li>
<li>Send the call: each form below writes the curl line for you.</li>
</ol></section>
<section id="key"><h2>Key</h2>
<p>Every call carries <code>Ocp-Apim-Subscription-Key</code>. The query parameter <code>subscription-key</code> is read
when the header is absent. The key you type here stays on this page.</p>
<label>Subscription key <input id="subscription-key" type="password" autocomplete="off" spellcheck="false"></label></section>`;

const everyCall = `<section id="every-call"><h2>What holds for every call</h2>
<ul>
<li>Checks come in this order: route, key, rate and quota, parameters. Names of parameters are read in any case; unknown
ones are ignored; one that is given twice is refused.</li>
<li><code>400</code>, <code>500</code> and <code>503</code> carry a JSON string; <code>401</code>, <code>403</code>,
<code>404</code>, <code>405</code> and <code>429</code> an object with <code>statusCode</code> and <code>message</code>.
Refusals that pass by themselves say when, in <code>Retry-After</code>.</li>
<li>Every answer has an <code>X-Request-Id</code>. Send your own, and it is kept: it is what to quote when something is
wrong.</li>
<li><code>ETag</code> and <code>If-None-Match</code> work: an unchanged answer costs a <code>304</code> without a body.</li>
<li>Paths are version 1 and stay. <code>/v1/…</code> is an alias of each.</li>
<li>Extensions are marked as such. Without them the answer is exactly that of the contract.</li>
</ul></section>`;
