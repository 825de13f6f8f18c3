import { relatedKeywordsCase } from '../../../test/support/http/operation-case.ts';
import { describeRate } from '../../../test/support/http/limits-suite.ts';

describeRate(relatedKeywordsCase);
