import { describe, expect, it } from 'vitest';
import { listBlocks, listCommands } from './read-guide.ts';

describe('listBlocks', () => {
  it('lists the blocks with their kinds and lines', () => {
    const guide =
      '# A\n\n```sh\none\n```\n\ntext\n\n```sh background\ntwo\n```\n\n```sh manual\nthree\nfour\n```\n';
    expect(listBlocks(guide)).toEqual([
      { kind: 'run', script: 'one\n', line: 4 },
      { kind: 'background', script: 'two\n', line: 10 },
      { kind: 'manual', script: 'three\nfour\n', line: 14 },
    ]);
  });

  it('refuses a block that nobody would execute', () => {
    for (const info of ['', 'bash', 'sh later', 'console'])
      expect(() => listBlocks(`\`\`\`${info}\none\n\`\`\`\n`)).toThrow(/is not executed/);
  });
});

describe('listCommands', () => {
  it.each([
    ['one line', 'npm start\n', ['npm start']],
    ['comments and empty lines', '# first\n\nnpm start\n', ['npm start']],
    ['a continued line', 'curl \\\n  -s\n', ['curl    -s']],
    ['a here-document', "cat > a <<'END'\n{\n}\nEND\ncat a\n", ["cat > a <<'END'", 'cat a']],
  ])('counts %s as a reader does', (_, script, commands) => {
    expect(listCommands(script)).toEqual(commands);
  });
});
