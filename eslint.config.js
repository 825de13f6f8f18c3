import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const commonSyntax = [
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
];

/** `error.code === 'ENOENT'` and the like. */
const errorCodeComparison = {
  selector: 'BinaryExpression[right.value=/^E[A-Z]{3,}$/]',
  message: 'Use hasErrorCode of src/files/error-code.ts.',
};

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'data',
      'dist',
      'eslint.config.js',
      'scripts/*.js',
      'portal/public/*.js',
      'demo/shop/assets/*.js',
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
      'no-restricted-syntax': ['error', ...commonSyntax],
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
    // What must survive a crash or a power cut is written in one place.
    files: ['src/**', 'demo/**'],
    ignores: ['src/files/**', '**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: ['node:fs', 'node:fs/promises'].map((name) => ({
            name,
            importNames: ['rename', 'renameSync', 'fsync', 'fsyncSync', 'fdatasync', 'fdatasyncSync'],
            message: 'Use src/files: it says what survives a crash and a power cut.',
          })),
        },
      ],
      'no-restricted-properties': [
        'error',
        { property: 'datasync', message: 'Use src/files: it says what survives a power cut.' },
      ],
      'no-restricted-syntax': ['error', ...commonSyntax, errorCodeComparison],
    },
  },
  {
    files: ['src/cli/**', 'scripts/**', 'bench/**', 'src/main.ts'],
    rules: { 'no-console': 'off' },
  },
);
