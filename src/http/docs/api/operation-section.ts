import {
  type Body,
  type DocumentedOperation,
  firstMedia,
  listExamples,
  type NamedExample,
  type Parameter,
} from './api-document.ts';
import { escapeHtml, jsonBlock, prose, table } from './html.ts';
import { typeLink } from './schema-section.ts';

/** One operation: description, parameters, a form to try it, an example answer, and its statuses. */
export const renderOperation = (operation: DocumentedOperation): string => {
  const { operationId, summary, description, method, path, parameters = [], responses } = operation;
  return `<section id="${operationId}"><h2>${escapeHtml(summary)}</h2>
<p class="path"><b>${method}</b> <code>${escapeHtml(path)}</code></p>
${description === undefined ? '' : `<p>${prose(description)}</p>`}
${renderBody(operation)}
${parameters.length === 0 ? '' : renderParameters(parameters)}
${method === 'GET' && parameters.every((parameter) => parameter.in !== 'path') ? renderForm(path, parameters) : ''}
${renderAnswer(operation)}
<details><summary>Statuses</summary>${renderStatuses(responses)}</details></section>`;
};

const renderParameters = (parameters: readonly Parameter[]): string => {
  const rows = parameters.map(({ name, in: place, required, schema, description }) => [
    `<code>${escapeHtml(name)}</code>${required ? ' <b>required</b>' : ''}${place === 'header' ? ' (header)' : ''}`,
    typeLink(schema),
    prose(description),
  ]);
  return table(['Parameter', 'Type', 'Meaning'], rows);
};

const renderBody = ({ requestBody, summary }: DocumentedOperation): string => {
  const media = firstMedia(requestBody);
  if (media === undefined) return '';
  return `<p>Takes a body: ${typeLink(media.schema)}.</p>${renderExamples(requestBody, `Body of: ${summary}`)}`;
};

const renderAnswer = ({ responses, summary }: DocumentedOperation): string => {
  const answer = responses['200'] ?? responses['202'];
  const media = firstMedia(answer);
  if (media === undefined) return '';
  return `<p>Answers with ${typeLink(media.schema)}.</p>${renderExamples(answer, `Answer of: ${summary}`)}`;
};

/** The first example is open, the others can be opened. */
const renderExamples = (body: Body | undefined, label: string): string => {
  const [first, ...others] = listExamples(body);
  if (first === undefined) return '';
  const folded = others.map((example) => {
    const block = jsonBlock(example.value, `${label} (${example.summary})`);
    return `<details><summary>${escapeHtml(example.summary)}</summary>${block}</details>`;
  });
  return [jsonBlock(first.value, label), ...folded].join('\n');
};

const renderStatuses = (responses: DocumentedOperation['responses']): string => {
  const rows = Object.entries(responses).map(([status, response]) => {
    const media = firstMedia(response);
    return [
      `<code>${status}</code>`,
      prose(response.description),
      media === undefined ? 'nothing' : typeLink(media.schema),
      Number(status) < 400 ? '' : listExamples(response).map(renderErrorExample).join('<br>'),
    ];
  });
  return table(['Status', 'Meaning', 'Body', 'Example'], rows);
};

const renderErrorExample = ({ value }: NamedExample): string =>
  `<code>${escapeHtml(JSON.stringify(value))}</code>`;

const renderForm = (path: string, parameters: readonly Parameter[]): string => {
  const inputs = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(
      ({ name, required }) =>
        `<label>${escapeHtml(name)} <input name="${escapeHtml(name)}" autocomplete="off"${required ? ' required' : ''}></label>`,
    );
  return `<form class="try" data-path="${escapeHtml(path)}"><h3>Try it</h3>
<div class="fields">${inputs.join('\n')}</div>
<p><button type="submit">Send</button></p>
<pre class="curl" tabindex="0" aria-label="curl line"></pre>
<p class="status" role="status"></p>
<pre class="answer" tabindex="0" aria-label="Answer" hidden></pre></form>`;
};
