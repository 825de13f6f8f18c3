import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { LookAlikes, RelatedKeywords } from '../../../clients/react/src/kindred-react.ts';
import { readAppSettings, trace } from './settings.ts';

const { root, base, apiKey, search, related, identifier } = readAppSettings();

const App = () => {
  const [limit, setLimit] = useState(4);
  const [isShown, setShown] = useState(true);
  const lists = [
    createElement(LookAlikes, {
      key: 'alike',
      tracker: search,
      apiKey,
      base,
      identifier,
      limit,
      heading: 'Looks like this',
      headingLevel: 3,
      explain: true,
      facets: false,
      className: 'alike',
      onLoad: ({ detail }) => trace('version', detail.version),
      onSelect: (event) => {
        event.preventDefault();
        trace('selected', `${event.detail.object_id} ${event.detail.position} of ${limit}`);
      },
    }),
    createElement(RelatedKeywords, { key: 'related', tracker: related, apiKey, base, pattern: 'backpack' }),
  ];
  return createElement(
    'main',
    null,
    createElement('h1', null, 'React'),
    createElement('h2', null, 'Red backpack'),
    createElement('button', { type: 'button', onClick: () => setLimit(2) }, 'Fewer'),
    createElement('button', { type: 'button', onClick: () => setShown(false) }, 'Away'),
    ...(isShown ? lists : []),
  );
};

createRoot(root).render(createElement(App));
