import { imageSearchCase } from '../../../test/support/http/operation-case.ts';
import { describeUnknownRoutes } from '../../../test/support/http/route-suite.ts';

describeUnknownRoutes(imageSearchCase);
