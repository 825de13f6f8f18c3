// The try-it forms: the curl line follows what is typed, and Send makes the same call from this page.
const keyInput = document.getElementById('subscription-key');

const addressOf = (form) => {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value !== '') query.append(name, value);
  return `${location.origin}${form.dataset.path}?${query}`;
};

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

// The key itself is not shown: the line is made to be pasted where others may read it.
const showCurl = (form) => {
  const header = `-H "Ocp-Apim-Subscription-Key: $KINDRED_KEY"`;
  form.querySelector('.curl').textContent = `curl ${header} ${quoted(addressOf(form))}`;
};

const readable = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const jsonParts = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)/g;

const span = (kind, text) =>
  Object.assign(document.createElement('span'), { className: kind, textContent: text });

// Text nodes and spans only: an answer is never read as HTML.
const showJson = (output, text) => {
  output.replaceChildren();
  let done = 0;
  for (const match of text.matchAll(jsonParts)) {
    const [whole, string, colon = '', value] = match;
    output.append(text.slice(done, match.index));
    output.append(
      string === undefined ? span('number', value) : span(colon ? 'name' : 'text', string),
      colon,
    );
    done = match.index + whole.length;
  }
  output.append(text.slice(done));
};

const shownHeaders = ['x-request-id', 'x-kindred-version', 'retry-after'];

const send = async (form) => {
  const output = form.querySelector('.answer');
  const status = form.querySelector('.status');
  status.textContent = 'Asking …';
  try {
    const headers = keyInput.value === '' ? {} : { 'Ocp-Apim-Subscription-Key': keyInput.value };
    const response = await fetch(addressOf(form), { headers });
    const headerTexts = shownHeaders
      .filter((name) => response.headers.has(name))
      .map((name) => `${name} ${response.headers.get(name)}`);
    showJson(output, readable(await response.text()));
    output.hidden = false;
    status.textContent = [`Status ${response.status}`, ...headerTexts].join(' · ');
  } catch (error) {
    output.hidden = true;
    status.textContent = `The call did not get through: ${error.message}`;
  }
};

for (const form of document.querySelectorAll('form.try')) {
  form.addEventListener('input', () => showCurl(form));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form);
  });
  showCurl(form);
}

for (const block of document.querySelectorAll('pre.json')) showJson(block, block.textContent);
