import { relatedKeywordsCase } from '../../../test/support/http/operation-case.ts';
import { describeQuota } from '../../../test/support/http/limits-suite.ts';

describeQuota(relatedKeywordsCase);
