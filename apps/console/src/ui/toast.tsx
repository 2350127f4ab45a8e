import { useEffect, useSyncExternalStore } from 'react';

let message: { readonly text: string } | undefined;
const listeners = new Set<() => void>();

/** Says for a few seconds that something is done, on the screen and to screen readers. */
export function toast(text: string): void {
  show({ text });
}

function show(next: typeof message): void {
  message = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear; once in the layout. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => message);
  useEffect(() => {
    if (shown === undefined) return;
    const timer = setTimeout(() => show(undefined), 5_000);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-6 z-50 flex justify-center px-4">
      {shown !== undefined && (
        <p className="rounded-lg bg-ink px-4 py-2.5 font-medium text-canvas shadow-float">{shown.text}</p>
      )}
    </div>
  );
}
