// Runs in every page of the console, before anything of its own: notes what the tests look at.
globalThis.layoutShift = 0;
globalThis.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
  globalThis.reportViolation(`${effectiveDirective} blocks ${blockedURI} of ${sourceFile}`);
});
new globalThis.PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.layoutShift += value;
}).observe({ type: 'layout-shift', buffered: true });
