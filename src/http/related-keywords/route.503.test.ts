import { relatedKeywordsCase } from '../../../test/support/http/operation-case.ts';
import { describeUnavailable } from '../../../test/support/http/fault-suite.ts';

describeUnavailable(relatedKeywordsCase);
