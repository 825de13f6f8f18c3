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

const send = async (form) => {
  const output = form.querySelector('.answer');
  output.hidden = false;
  output.textContent = '…';
  try {
    const headers = keyInput.value === '' ? {} : { 'Ocp-Apim-Subscription-Key': keyInput.value };
    const response = await fetch(addressOf(form), { headers });
    const head = ['x-request-id', 'x-kindred-version', 'etag', 'retry-after']
      .filter((name) => response.headers.has(name))
      .map((name) => `${name}: ${response.headers.get(name)}`);
    output.textContent = [`${response.status}`, ...head, '', readable(await response.text())].join('\n');
  } catch (error) {
    output.textContent = `The call did not get through: ${error.message}`;
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
