import { relatedKeywordsCase } from '../../../test/support/http/operation-case.ts';
import { describeMethods } from '../../../test/support/http/route-suite.ts';

describeMethods(relatedKeywordsCase);
