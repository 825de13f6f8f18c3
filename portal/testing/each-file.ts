import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { limits } from '../../test/limits.ts';
import './browser-parts.ts';

/* Runs before each file of tests in a DOM. The files of a process share the document: each leaves it empty. */

// The first page of a process imports everything, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: limits.wait });
afterEach(cleanup);
afterAll(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  document.body.replaceChildren();
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name);
});
