import { imageSearchCase } from '../testing/operation-case.ts';
import { describeQuota } from '../testing/limits-suite.ts';

describeQuota(imageSearchCase);
