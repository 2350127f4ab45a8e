import { receiverOf } from './listen.js';

describe('--forward-to', () => {
  it.each([
    ['http://127.0.0.1:4000/hook', 'http://127.0.0.1:4000/hook'],
    ['HTTP://127.0.0.1:4000/Hook', 'http://127.0.0.1:4000/Hook'],
    ['HttpS://example.com', 'https://example.com/'],
    ['localhost:4000/hook', 'http://localhost:4000/hook'],
  ])('%s is the receiver %s', (given, receiver) => {
    expect(receiverOf(given)).toBe(receiver);
  });

  it.each([undefined, '', 'http://', 'http://a b'])('%j is no receiver', (given) => {
    expect(() => receiverOf(given)).toThrow('--forward-to');
  });
});
