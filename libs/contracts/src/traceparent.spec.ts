import { isSampled, isTraceparent, spanIdOf, traceIdOf } from './traceparent';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it('has the id of the trace, the id of the parent, and whether it is recorded', () => {
    expect(traceIdOf(`00-${TRACE}-${SPAN}-01`)).toBe(TRACE);
    expect(spanIdOf(`00-${TRACE}-${SPAN}-01`)).toBe(SPAN);
    expect(['00', '01', '02', '03', 'ff'].filter((flags) => isSampled(`00-${TRACE}-${SPAN}-${flags}`))).toEqual([
      '01',
      '03',
      'ff',
    ]);
  });

  it.each([
    ['is of version 00', `01-${TRACE}-${SPAN}-01`],
    ['has a trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['has a parent', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['is in lower case', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['has nothing behind its flags', `00-${TRACE}-${SPAN}-01-x`],
    ['is not empty', ''],
  ])('%s', (_what, text) => {
    expect(isTraceparent(`00-${TRACE}-${SPAN}-01`)).toBe(true);
    expect(isTraceparent(text)).toBe(false);
  });
});
