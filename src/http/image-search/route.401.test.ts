import { imageSearchCase } from '../../../test/support/http/operation-case.ts';
import { describeKeys } from '../../../test/support/http/key-suite.ts';

describeKeys(imageSearchCase);
