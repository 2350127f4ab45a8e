import { API_ERRORS, ApiError, isApiErrorCode } from './api-error';

describe('Errors', () => {
  it.each([
    ['invalid_request', 400],
    ['unauthorized', 401],
    ['insufficient_balance', 402],
    ['compliance_blocked', 403],
    ['not_found', 404],
    ['idempotency_conflict', 409],
    ['chain_unavailable', 422],
    ['rate_limited', 429],
    ['internal_error', 500],
  ] as const)('%s is answered with %i', (code, status) => {
    expect(new ApiError(code, 'why').status).toBe(status);
  });
});

describe('Errors', () => {
  it.each([
    ['plan_required', 403],
    ['insufficient_scope', 403],
    ['invalid_state', 409],
  ] as const)('%s is answered with %i', (code, status) => {
    expect(new ApiError(code, 'why').status).toBe(status);
  });

  it('only transient errors are retryable', () => {
    const retryable = Object.entries(API_ERRORS).filter(([, kind]) => kind.retryable);
    expect(retryable.map(([code]) => code)).toEqual(['rate_limited', 'internal_error']);
  });

  it('one of them is not where it cannot pass', () => {
    const error = new ApiError('internal_error', 'there is no provider', { retryable: false });
    expect(error.body('req_1')).toMatchObject({ code: 'internal_error', retryable: false });
  });

  it('the body names the field, the payment and the request', () => {
    const error = new ApiError('insufficient_balance', 'the treasury holds too little', {
      param: 'amount',
      paymentId: 'pay_1',
    });
    expect(error.body('req_1')).toEqual({
      code: 'insufficient_balance',
      message: 'the treasury holds too little',
      param: 'amount',
      payment_id: 'pay_1',
      request_id: 'req_1',
      retryable: false,
    });
  });

  it('the body tells nothing of the cause', () => {
    const error = new ApiError('internal_error', 'try again', { cause: new Error('SQLITE_FULL') });
    expect(error.cause).toEqual(new Error('SQLITE_FULL'));
    expect(JSON.stringify(error.body('req_1'))).toBe(
      '{"code":"internal_error","message":"try again","request_id":"req_1","retryable":true}',
    );
  });
});

describe('isApiErrorCode', () => {
  it('knows the codes, and nothing that every object has', () => {
    expect(isApiErrorCode('not_found')).toBe(true);
    expect(isApiErrorCode('spend_limit')).toBe(false);
    expect(isApiErrorCode('toString')).toBe(false);
  });
});
