import { relatedKeywordsCase } from '../../../test/support/http/operation-case.ts';
import { describeOurFaults } from '../../../test/support/http/fault-suite.ts';

describeOurFaults(relatedKeywordsCase);
