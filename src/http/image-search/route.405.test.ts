import { imageSearchCase } from '../testing/operation-case.ts';
import { describeMethods } from '../testing/route-suite.ts';

describeMethods(imageSearchCase);
