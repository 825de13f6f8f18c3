import { describe, expect, it } from 'vitest';
import { ApiError, findRequestId, hasStatus } from './api-error.ts';

describe('ApiError', () => {
  it('takes everything that the service says', () => {
    const faults = [{ path: '$.pageSize', message: 'must be <= 100' }];
    const error = new ApiError(
      400,
      { code: 'bad-input', message: 'Wrong.', nextStep: 'Mend it.', requestId: 'a', faults, needsCode: true },
      'b',
    );
    expect(error).toMatchObject({
      status: 400,
      code: 'bad-input',
      message: 'Wrong.',
      nextStep: 'Mend it.',
      requestId: 'a',
      fieldFaults: faults,
      needsCode: true,
      fault: {},
    });
  });

  it('has defaults where the body is empty, and takes the request id of the header', () => {
    expect(new ApiError(503, {}, 'r-9')).toMatchObject({
      message: 'The service answered 503.',
      code: 'internal',
      nextStep: null,
      requestId: 'r-9',
      fieldFaults: [],
      needsCode: false,
    });
  });
});

describe('findRequestId and hasStatus', () => {
  it('know an error of the service from any other', () => {
    const error = new ApiError(401, { requestId: 'r-1' }, null);
    expect([findRequestId(error), findRequestId(new TypeError('offline'))]).toEqual(['r-1', null]);
    expect([hasStatus(error, 401), hasStatus(error, 403), hasStatus({ status: 401 }, 401)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
