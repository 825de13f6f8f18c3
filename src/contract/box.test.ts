import { describe, expect, it } from 'vitest';
import { BoxDeclaration } from '../http/admin/boxes/schema.ts';
import { boxDeclaration, storedBox } from './box.ts';

type ObjectSchema = {
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
};

const declaredForms = (boxDeclaration as unknown as { readonly oneOf: readonly ObjectSchema[] }).oneOf;
const storedForms = (storedBox as unknown as { readonly anyOf: readonly ObjectSchema[] }).anyOf;
const names = (schema: ObjectSchema | undefined): string[] => Object.keys(schema?.properties ?? {}).sort();

describe.each([
  ['search', 0],
  ['related', 1],
])('a %s box', (_, index) => {
  it('is stored with every property that is declared, its dataset as an id', () => {
    const declared = names(declaredForms[index]).filter((name) => name !== 'dataset');
    const added = ['id', 'websiteId', 'datasetId', 'tracker'];
    expect(names(storedForms[index])).toEqual([...declared, ...added].sort());
  });

  it('has the same properties in the admin API', () => {
    const { oneOf } = BoxDeclaration as unknown as { readonly oneOf: readonly ObjectSchema[] };
    expect(names(oneOf[index])).toEqual(names(declaredForms[index]));
  });

  it('is stored without limits of texts and lists, so that what is stored stays readable', () => {
    const { name: _name, tracker: _tracker, ...settings } = storedForms[index]?.properties ?? {};
    expect(JSON.stringify(settings)).not.toMatch(/"(maxLength|maxItems|pattern":"|additionalProperties)"/);
  });
});
