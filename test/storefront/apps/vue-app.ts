import { createApp, defineComponent, h, ref } from 'vue';
import { LookAlikes, RelatedKeywords } from '../../../clients/vue/src/kindred-vue.ts';
import { readAppSettings, trace } from './settings.ts';

const { root, base, apiKey, search, related, identifier } = readAppSettings();

const App = defineComponent({
  setup: () => {
    const limit = ref(4);
    const isShown = ref(true);
    const renderLists = () => [
      h(LookAlikes, {
        tracker: search,
        apiKey,
        base,
        identifier,
        limit: limit.value,
        heading: 'Looks like this',
        headingLevel: 3,
        explain: true,
        facets: false,
        class: 'alike',
        onLoad: ({ detail }) => trace('version', detail.version),
        onSelect: (event) => {
          event.preventDefault();
          trace('selected', `${event.detail.object_id} ${event.detail.position} of ${limit.value}`);
        },
      }),
      h(RelatedKeywords, { tracker: related, apiKey, base, pattern: 'backpack' }),
    ];
    return () =>
      h('main', [
        h('h1', 'Vue'),
        h('h2', 'Red backpack'),
        h('button', { type: 'button', onClick: () => (limit.value = 2) }, 'Fewer'),
        h('button', { type: 'button', onClick: () => (isShown.value = false) }, 'Away'),
        ...(isShown.value ? renderLists() : []),
      ]);
  },
});

createApp(App).mount(root);
