import { imageSearchCase } from '../testing/operation-case.ts';
import { describeRate } from '../testing/limits-suite.ts';

describeRate(imageSearchCase);
