import { sandboxAnswer } from './sandbox-receiver';

describe('the receiver of the sandbox', () => {
  it.each([
    ['/200', [200, 200, 200]],
    ['/503', [503, 503, 503]],
    ['/503/429/204', [503, 429, 204, 204]],
    ['/', [404]],
    ['/100', [404]],
    ['/600', [404]],
    ['/200/', [404]],
    ['/hooks', [404]],
  ])('answers the attempts at %s with %j', (path, statuses) => {
    const answers = statuses.map((_, attempt) => sandboxAnswer(`https://sandbox.test${path}?order=1`, attempt));
    expect(answers.map((answer) => answer?.statusCode)).toEqual(statuses);
  });

  it('says what failed, as for a real server', () => {
    expect(sandboxAnswer('https://sandbox.test/503', 0)).toEqual({
      ...{ statusCode: 503, durationMs: 0, retryAfterMs: null, error: 'the endpoint answered 503' },
      response: { body: 'The sandbox answers 503.', truncated: false },
    });
    expect(sandboxAnswer('https://sandbox.test/204', 0)?.error).toBeNull();
  });

  it.each(['https://example.com/200', 'https://sandbox.test.example.com/200', 'https://x.sandbox.test/200'])(
    'leaves %s to its server',
    (url) => expect(sandboxAnswer(url, 0)).toBeNull(),
  );
});
