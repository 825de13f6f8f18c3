import { relatedKeywordsCase } from '../testing/operation-case.ts';
import { describeUnavailable } from '../testing/fault-suite.ts';

describeUnavailable(relatedKeywordsCase);
