/** Languages that the demo shop can be created in. */
export const demoLanguages = ['en', 'de', 'hu'] as const;

export type DemoLanguage = (typeof demoLanguages)[number];
