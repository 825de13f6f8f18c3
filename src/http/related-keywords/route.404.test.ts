import { relatedKeywordsCase } from '../../../test/support/http/operation-case.ts';
import { describeUnknownRoutes } from '../../../test/support/http/route-suite.ts';

describeUnknownRoutes(relatedKeywordsCase);
