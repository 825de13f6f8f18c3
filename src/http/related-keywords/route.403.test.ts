import { relatedKeywordsCase } from '../testing/operation-case.ts';
import { describeQuota } from '../testing/limits-suite.ts';

describeQuota(relatedKeywordsCase);
