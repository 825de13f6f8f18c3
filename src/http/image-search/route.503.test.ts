import { imageSearchCase } from '../testing/operation-case.ts';
import { describeUnavailable } from '../testing/fault-suite.ts';

describeUnavailable(imageSearchCase);
