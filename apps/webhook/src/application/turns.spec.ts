import { Turns } from './turns';

describe('turns', () => {
  it('give an endpoint a bounded number of calls at once, and the others theirs', () => {
    const turns = new Turns();
    for (let n = 0; n < 64; n++) expect(turns.take('whe_1', 0)).toBe(0);
    expect(turns.take('whe_1', 0)).toBeGreaterThan(0);
    expect(turns.take('whe_2', 0)).toBe(0);
    turns.leave('whe_1');
    expect(turns.take('whe_1', 0)).toBe(0);
  });

  it('have those without a place come back one after the other', () => {
    const turns = new Turns();
    for (let n = 0; n < 64; n++) turns.take('whe_1', 1_000);
    expect([1, 2, 3].map(() => turns.take('whe_1', 1_000))).toEqual([20, 40, 60]);
    expect(turns.take('whe_1', 5_000)).toBe(20);
  });

  it('are forgotten when the last call has ended', () => {
    const turns = new Turns();
    for (let n = 0; n < 65; n++) turns.take('whe_1', 0);
    for (let n = 0; n < 64; n++) turns.leave('whe_1');
    for (let n = 0; n < 64; n++) expect(turns.take('whe_1', 0)).toBe(0);
    expect(turns.take('whe_1', 0)).toBe(20);
  });
});
