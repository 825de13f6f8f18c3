// Rules of this project that no linter has. Loaded by .oxlintrc.json.

/** A rule that reports every node of one type for which `isWrong` holds. */
const forbid = (type, message, isWrong = () => true) => ({
  create: (context) => ({
    [type]: (node) => {
      if (isWrong(node)) context.report({ node, message });
    },
  }),
});

export default {
  meta: { name: 'own' },
  rules: {
    'erasable-types': forbid('TSEnumDeclaration', 'Use a union of string literals: types must be erasable.'),
    'no-barrels': forbid('ExportAllDeclaration', 'No barrels: import from where the thing lives.'),
    'function-style': forbid(
      'FunctionDeclaration',
      'One function style: write `const name = () => …`.',
      ({ generator }) => !generator,
    ),
    'error-codes': forbid(
      'BinaryExpression',
      'Use hasErrorCode of src/files/error-code.ts.',
      ({ right }) => typeof right.value === 'string' && /^E[A-Z]{3,}$/.test(right.value),
    ),
  },
};
