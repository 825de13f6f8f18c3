import { relatedKeywordsCase } from '../testing/operation-case.ts';
import { describeRate } from '../testing/limits-suite.ts';

describeRate(relatedKeywordsCase);
