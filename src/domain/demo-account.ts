/** Of the demo shop. No real shop has this address: the name is reserved for examples. */
export const demoUrl = 'https://demo.example';

/** Signs in to the portal of the demo shop: an owner of that shop, and no administrator. */
export const demoEmail = 'merchandiser@demo.example';

/** Languages that the demo shop can be created in. */
export const demoLanguages = ['en', 'de', 'hu'] as const;

export type DemoLanguage = (typeof demoLanguages)[number];
