import { uptimeInWords } from './uptime';

it.each([
  [0, 'less than a minute'],
  [60, '1 minute'],
  [7_199, '1 hour'],
  [172_800, '2 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(uptimeInWords(seconds)).toBe(words);
});
