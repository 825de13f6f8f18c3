/* Programs of a shop's server that print the element as HTML, with `import` and with `require`, and that its compiler reads. */

type Programs = Readonly<Record<'render.mjs' | 'render.cjs' | 'check.mts' | 'check.cts', string>>;

const properties =
  "{ tracker: 't', apiKey: 'k', identifier: 'p', limit: 4, headingLevel: 3, explain: true, facets: false, texts: { ad: 'A' } }";

/** `h` of Vue takes any property; templates are checked against `$props`. */
const checks = {
  react: `
import { createElement } from 'react';
import { LookAlikes } from '@kindred-search/react';
createElement(LookAlikes, { apiKey: 'k', identifier: 'p', onSelect: ({ detail }) => detail.position.toFixed(0) });
// @ts-expect-error a misspelt property
createElement(LookAlikes, { apiKey: 'k', identifer: 'p' });
`,
  vue: `
import { h } from 'vue';
import { LookAlikes } from '@kindred-search/vue';
type Props = InstanceType<typeof LookAlikes>['$props'];
const props: Props = { apiKey: 'k', identifier: 'p', onSelect: ({ detail }) => detail.position.toFixed(0) };
// @ts-expect-error a misspelt property
export const misspelt: Props = { apiKey: 'k', identifer: 'p' };
h(LookAlikes, props);
`,
};

export const renderPrograms: Readonly<Record<'react' | 'vue', Programs>> = {
  react: {
    'render.mjs': `
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { LookAlikes } from '@kindred-search/react';
console.log(renderToString(createElement(LookAlikes, ${properties})));`,
    'render.cjs': `
const { createElement } = require('react');
const { renderToString } = require('react-dom/server');
const { LookAlikes } = require('@kindred-search/react');
console.log(renderToString(createElement(LookAlikes, ${properties})));`,
    'check.mts': checks.react,
    'check.cts': checks.react,
  },
  vue: {
    'render.mjs': `
import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { LookAlikes } from '@kindred-search/vue';
console.log(await renderToString(createSSRApp(LookAlikes, ${properties})));`,
    'render.cjs': `
const { createSSRApp } = require('vue');
const { renderToString } = require('vue/server-renderer');
const { LookAlikes } = require('@kindred-search/vue');
renderToString(createSSRApp(LookAlikes, ${properties})).then(console.log);`,
    'check.mts': checks.vue,
    'check.cts': checks.vue,
  },
};
