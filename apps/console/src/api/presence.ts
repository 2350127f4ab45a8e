/** Without an act of the person for this long, the page counts what it asks as its own. */
const UNATTENDED_MS = 60_000;
const ACTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'];

let actedAt = Date.now();
for (const act of ACTS) {
  addEventListener(act, () => (actedAt = Date.now()), { capture: true, passive: true });
}

/** Whether nobody uses the page now: it refreshes what it shows, and must not keep the session from ending. */
export function isUnattended(): boolean {
  return Date.now() - actedAt > UNATTENDED_MS;
}
