import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'data',
      'dist',
      'eslint.config.js',
      'scripts/*.js',
      'portal/public/*.js',
      'bin/*.js',
      'src/http/docs/assets',
      'clients/typescript/src/openapi.ts',
      '.dependency-cruiser.cjs',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSEnumDeclaration',
          message: 'Use a union of string literals: types must be erasable.',
        },
        {
          selector: 'ExportAllDeclaration',
          message: 'No barrels: import from where the thing lives.',
        },
        {
          selector: 'FunctionDeclaration[generator=false]',
          message: 'One function style: write `const name = () => …`.',
        },
      ],
      eqeqeq: 'error',
      'no-console': 'error',
      complexity: ['error', 15],
      'max-depth': ['error', 4],
    },
  },
  {
    files: ['portal/**'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    // `void` would hide a promise without a rejection handler, and its rejection would end the service. In tests it
    // would fail the run, which is what it should do.
    files: ['src/**'],
    ignores: ['**/*.test.ts'],
    rules: { '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }] },
  },
  {
    files: ['src/cli/**', 'scripts/**', 'bench/**', 'src/main.ts'],
    rules: { 'no-console': 'off' },
  },
);
