import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../openapi/openapi.ts';
import { productDataDocument } from '../product-data/openapi.ts';
import { listExamples, listOperations } from './api/api-document.ts';
import { renderApi } from './api/page.ts';

const documents = { service: openApiDocument(), productData: productDataDocument() };
const { content, contents } = renderApi(documents);
const page = `${contents}${content}`;
const operations = Object.values(documents).flatMap(listOperations);

describe('the API page', () => {
  it('has a section and an entry in the contents for every operation', () => {
    expect(operations.length).toBeGreaterThanOrEqual(8);
    for (const { operationId } of operations) {
      expect(page).toContain(`<section id="${operationId}">`);
      expect(page).toContain(`href="#${operationId}"`);
    }
  });

  it('has no broken internal link', () => {
    const targets = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(40);
    expect(links.filter((id) => !targets.has(id))).toEqual([]);
  });

  it('shows every example of the document', () => {
    const count = (text: string) => page.split(text).length - 1;
    expect(count('<summary>A campaign sends the shopper to another page</summary>')).toBe(1);
    expect(count('<summary>Nothing is related to this pattern</summary>')).toBe(1);
    expect(page).toContain('Rate limit is exceeded. Try again in 8 seconds.');
    for (const { requestBody, responses } of operations) {
      const { 200: answer, 202: accepted } = responses;
      for (const [first, ...others] of [requestBody, answer ?? accepted].map(listExamples)) {
        if (first !== undefined) expect(others.every(({ summary }) => page.includes(summary))).toBe(true);
      }
    }
  });
});
