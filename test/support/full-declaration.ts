/** For tests: a declaration with every kind of item and every effect. */
export const fullExample = () => ({
  website: {
    name: 'luma',
    displayName: 'Luma',
    language: 'en',
    url: 'https://luma.example',
    synonyms: [['sofa', 'couch', 'settee']],
    redirects: [{ term: 'returns', url: 'https://luma.example/returns' }],
  },
  datasets: [
    { name: 'searches', kind: 'keywords', products: 'catalogue' },
    {
      name: 'catalogue',
      kind: 'products',
      source: { file: 'feeds/products.csv', images: 'images', schedule: '0 */4 * * *' },
      fields: [
        { name: 'category', from: 'categories', type: 'path', facetable: true, searchable: true },
        { name: 'price', type: 'number', scale: 0.01, facetable: true, sortable: true },
      ],
    },
    {
      name: 'outlet',
      kind: 'products',
      source: {
        url: 'https://feeds.example/outlet.json',
        auth: { basic: { user: 'feed', password: 'canary-feed-password' } },
      },
      model: 'hub:onnx-community/dinov2-small',
    },
  ],
  boxes: [
    {
      name: 'similar',
      kind: 'search',
      dataset: 'catalogue',
      facetType: 'semiAdaptive',
      facets: ['category', 'price'],
      sameAsSource: ['category'],
      minimumScore: 0.2,
      weights: { looks: 1, colour: 0.3, title: 0.2 },
      exclude: "brand eq 'Levi''s' or not (price gt 10 and [in stock] in (true, 'yes', 1.5))",
      strategies: [
        { rank: 2, from: 'text', searchMode: 'Any', fuzzySensitiveness: 'One' },
        { rank: 1, from: 'looks', searchMode: 'All', minimumResults: 12 },
      ],
    },
    { name: 'plain', kind: 'search', dataset: 'outlet', maximumPageSize: 10 },
    {
      name: 'related',
      kind: 'relatedKeywords',
      dataset: 'searches',
      url: 'https://luma.example/search?q={keyword}',
      directions: ['refine'],
    },
    { name: 'related-products', kind: 'relatedProducts', dataset: 'catalogue', size: 8 },
  ],
  campaigns: [
    {
      name: 'Summer tops',
      box: 'similar',
      when: { category: 'Women/Tops', price: { max: 50 }, attributes: [{ name: 'color', value: 'red' }] },
      from: '2026-06-01T00:00:00Z',
      until: '2026-09-01T00:00:00Z',
      weekdays: [6, 7],
      effect: { banner: { position: 'resultPageTop', contents: ['<p>Summer tops</p>'] } },
    },
    { name: 'Moved', state: 'draft', priority: 5, effect: { redirect: { url: 'https://luma.example/x' } } },
    {
      name: 'Paid',
      share: 0.5,
      when: { results: { min: 0, max: 3 } },
      effect: { ads: { identifiers: ['A', 'B'] } },
    },
    {
      name: 'Push',
      when: { identifiers: ['A'], brand: 'Acme', pattern: 'tops' },
      effect: {
        promotion: {
          highlighted: true,
          promotions: [
            { pin: { identifier: 'A', position: 1 } },
            { boost: { filter: "brand eq 'Acme'", factor: 2 } },
            { bury: { identifiers: ['B', 'C'], factor: 0.5 } },
            { hide: { filter: 'price gt 1000' } },
          ],
        },
      },
    },
    {
      name: 'Who for',
      effect: {
        intentClarification: {
          question: 'Who is it for?',
          tiles: [
            { id: 'w', text: 'Women', tile: 'https://luma.example/w.png', filter: "gender eq 'women'" },
            { id: 'm', text: 'Men', filter: "gender eq 'men'", factor: 3 },
          ],
        },
      },
    },
  ],
  subscriptions: [
    {
      name: 'shop',
      kind: 'secret',
      rate: { calls: 100, perSeconds: 10 },
      quota: { calls: 1_000_000, per: 'month' },
    },
    {
      name: 'browser',
      kind: 'publishable',
      boxes: ['related', 'similar'],
      origins: ['https://luma.example'],
      operations: ['relatedKeywords'],
      addressRate: { calls: 20, perSeconds: 10 },
    },
    {
      name: 'moved',
      kind: 'secret',
      keys: { primary: '0123456789abcdef'.repeat(2), secondary: 'fedcba9876543210'.repeat(2) },
    },
  ],
});
