import { imageSearchCase } from '../testing/operation-case.ts';
import { describeUnknownRoutes } from '../testing/route-suite.ts';

describeUnknownRoutes(imageSearchCase);
