import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../openapi/openapi.ts';
import { productDataDocument } from '../product-data/openapi.ts';
import { firstMedia, listOperations } from './api-document.ts';
import { renderDocsPage } from './page.ts';

const documents = { service: openApiDocument(), productData: productDataDocument() };
const page = renderDocsPage(documents);
const operations = Object.values(documents).flatMap(listOperations);

describe('the docs page', () => {
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

  it('shows examples that match their schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(documents.service, 'service');
    const withExample = listOperations(documents.service).filter(
      ({ responses }) => firstMedia(responses['200'])?.example !== undefined,
    );
    expect(withExample.map(({ operationId }) => operationId)).toEqual(['relatedKeywords', 'imageSearch']);
    for (const { path, responses } of withExample) {
      const pointer = `${path.replaceAll('/', '~1')}/get/responses/200/content/application~1json/schema`;
      const check = ajv.compile({ $ref: `service#/paths/${pointer}` });
      expect([check(firstMedia(responses['200'])?.example), check.errors]).toEqual([true, null]);
    }
  });
});
