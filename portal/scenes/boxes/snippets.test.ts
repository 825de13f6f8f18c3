import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAddress, type Call, createSnippet, snippetLanguages } from './snippets.ts';

const call: Call = {
  baseUrl: 'https://kindred.shop.example',
  path: '/search/imagesearch',
  parameters: { btr: '11111111-2222-3333-4444-555555555555', identifier: 'A-1' },
  key: '<SUBSCRIPTION_KEY>',
};

describe('buildAddress', () => {
  it('carries every parameter, whatever characters it has', () => {
    const parameters = fc.dictionary(fc.string({ minLength: 1 }), fc.string());
    fc.assert(
      fc.property(parameters, (given) => {
        const { searchParams } = new URL(buildAddress({ ...call, parameters: given }));
        for (const [name, value] of Object.entries(given))
          expect(searchParams.get(name.toWellFormed())).toBe(value.toWellFormed());
      }),
    );
  });
});

describe('createSnippet', () => {
  const packaged = ['React', 'Vue', 'TypeScript'] as const;
  const plain = snippetLanguages.filter((each) => each !== 'HTML' && !packaged.some((name) => name === each));

  it.each(plain)('in %s has address, header and key', (language) => {
    const code = createSnippet(language, call);
    expect(code).toContain(buildAddress(call));
    expect(code).toContain('Ocp-Apim-Subscription-Key');
    expect(code).toContain(call.key);
  });

  it('never puts a quote of a parameter into the code of a program', () => {
    const hostile = { ...call, parameters: { btr: 'x', identifier: `a'b"c\\d\`e` } };
    for (const language of plain) expect(createSnippet(language, hostile)).not.toContain(`a'b`);
    for (const language of ['React', 'TypeScript'] as const)
      expect(createSnippet(language, hostile)).toContain(JSON.stringify(hostile.parameters.identifier));
    expect(createSnippet('Vue', hostile)).toContain('identifier="a\'b&quot;c\\d`e"');
  });

  it.each([
    ['React', 'react'],
    ['Vue', 'vue'],
    ['TypeScript', 'client'],
  ] as const)('in %s begins with the line that installs its package from the service', (language, name) => {
    const [first = '', ...others] = createSnippet(language, call).split('\n');
    expect(first).toContain(`npm install https://kindred.shop.example/clients/kindred-${name}.tgz`);
    expect(others.join('\n')).toContain(`from '@kindred-search/${name}'`);
    for (const value of [call.baseUrl, call.key, ...Object.values(call.parameters)])
      expect(others.join('\n')).toContain(value);
  });

  it('in HTML is the element of the operation, with the script of the service', () => {
    const code = createSnippet('HTML', call);
    expect(code).toContain('<script type="module" src="https://kindred.shop.example/storefront/kindred.js">');
    expect(code).toContain('<kindred-look-alikes');
    expect(code).toContain('tracker="11111111-2222-3333-4444-555555555555"');
    expect(code).toContain('identifier="A-1"');
    const related = createSnippet('HTML', {
      ...call,
      path: '/relatedsearches/keywords',
      parameters: { btr: 'x', pattern: 'shoes' },
    });
    expect(related).toContain('<kindred-related-keywords');
    expect(related).toContain('pattern="shoes"');
  });

  it('in HTML escapes what would end an attribute', () => {
    const code = createSnippet('HTML', { ...call, parameters: { btr: 'x', identifier: '"><b>&' } });
    expect(code).toContain('identifier="&quot;><b>&amp;"');
  });

  it('in TypeScript calls the method of the operation', () => {
    expect(createSnippet('TypeScript', call)).toContain('kindred.imageSearch({');
    expect(createSnippet('TypeScript', { ...call, path: '/relatedsearches/keywords' })).toContain(
      'kindred.relatedKeywords({',
    );
  });
});
