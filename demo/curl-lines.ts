import type { DemoAccess } from './demo-access.ts';

/** Commands to paste: one call of each operation with values that give results. */
export const curlLines = (baseUrl: string, demo: DemoAccess): string[] => {
  const { subscriptionKey, boxes, identifiers, patterns, portal } = demo;
  const call = (path: string) =>
    `  curl -H 'Ocp-Apim-Subscription-Key: ${subscriptionKey}' '${baseUrl}${path}'`;
  const [identifier = ''] = identifiers;
  const [pattern = ''] = patterns;
  return [
    '',
    'Which products look like this one?',
    call(`/search/imagesearch?btr=${boxes.search}&identifier=${encodeURIComponent(identifier)}`),
    '',
    'What else could this shopper look for?',
    call(`/relatedsearches/keywords?btr=${boxes.relatedKeywords}&pattern=${encodeURIComponent(pattern)}`),
    '',
    `Portal: ${baseUrl}/portal (${portal.email}, password ${portal.password})`,
    '',
  ];
};
