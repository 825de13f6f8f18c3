import { imageSearchCase } from '../testing/operation-case.ts';
import { describeKeys } from '../testing/key-suite.ts';

describeKeys(imageSearchCase);
