const ran = 'window.ran=1';

/** Ways by which text has become a program in one page or another. */
const kernels = [
  `<script>${ran}</script>`,
  `<img src=x onerror=${ran}>`,
  `<svg onload=${ran}>`,
  `<svg><script>${ran}</script></svg>`,
  `<body onload=${ran}>`,
  `<iframe srcdoc="<script>parent.ran=1</script>">`,
  `<details open ontoggle=${ran}>`,
  `<input autofocus onfocus=${ran}>`,
  `<video><source onerror=${ran}></video>`,
  `<a href="javascript:${ran}">x</a>`,
  `<form action="javascript:${ran}"><button>x</button></form>`,
  `<math><mtext></math><img src=x onerror=${ran}>`,
  `<object data="javascript:${ran}"></object>`,
  `<style>@import'javascript:${ran}'</style>`,
  `<template><img src=x onerror=${ran}></template>`,
  `javascript:${ran}`,
  `{{constructor.constructor('${ran}')()}}`,
  '${' + ran + '}',
  `&lt;img src=x onerror=${ran}&gt;`,
  `\\u003cimg src=x onerror=${ran}\\u003e`,
];

/** Ways out of where the text was put: an attribute, a title, a comment, a script. */
const ways = ['', '">', "'>", '</title></textarea>', '--></script>'];

/** A hundred texts, each of which sets `window.ran` if anything takes it for more than text. */
export const payloads: readonly string[] = ways.flatMap((way) => kernels.map((kernel) => `${way}${kernel}`));
