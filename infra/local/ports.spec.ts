import { freePorts } from './ports';

/** Where Linux begins, unless told; others begin above. */
const FIRST_OUTGOING = 32_768;

it('finds ports that no outgoing connection is given', async () => {
  const ports = await freePorts(50);
  expect(new Set(ports).size).toBe(50);
  expect(Math.max(...ports)).toBeLessThan(FIRST_OUTGOING);
});
