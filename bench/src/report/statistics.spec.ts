import { mean, median, pairedRatio, percentile } from './statistics';

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

  it.each([
    [50, 50],
    [99, 99],
    [100, 100],
    [0, 1],
  ])('%d of a hundred values is one that so many are not above', (percent, value) => {
    expect(percentile(hundred, percent)).toBe(value);
  });

  it('the percentile of a few values is one of them', () => {
    expect(percentile([1, 10], 50)).toBe(1);
    expect(percentile([1, 10], 51)).toBe(10);
    expect(percentile([7], 99)).toBe(7);
  });

  it('of nothing is not a number', () => {
    expect(percentile([], 50)).toBeNaN();
  });
});

it('the mean is the sum, shared out', () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(mean([])).toBeNaN();
});

describe('median', () => {
  it('is the value in the middle, in whatever order they come', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('is between the two in the middle of an even count', () => {
    expect(median([1, 2, 4, 100])).toBe(3);
  });

  it('of nothing is not a number', () => {
    expect(median([])).toBeNaN();
  });
});

describe('pairedRatio', () => {
  it('compares what was measured right after each other: a slow stretch of the machine changes nothing', () => {
    expect(pairedRatio([100, 10, 100], [200, 20, 200])).toBe(0.5);
  });

  it('is not moved by one pair that noise has torn apart', () => {
    expect(pairedRatio([100, 1, 100], [200, 200, 200])).toBe(0.5);
  });
});
