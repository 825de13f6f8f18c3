import { relatedKeywordsCase } from '../testing/operation-case.ts';
import { describeOurFaults } from '../testing/fault-suite.ts';

describeOurFaults(relatedKeywordsCase);
