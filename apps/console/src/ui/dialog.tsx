import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { classes } from './classes';
import { ErrorMessage } from './states';

/**
 * A dialog over the page. It has an overlay of its own: that of Radix adds a `<style>` element to the page, which the
 * content security policy refuses.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  wide = false,
  closable = true,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  wide?: boolean;
  /** Whether Escape and a click beside it close it. */
  closable?: boolean;
}) {
  const returnFocus = useReturnOfFocus(open);
  const keepOpen = (event: Event) => {
    if (!closable) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <div data-overlay className="fixed inset-0 z-40 bg-black/40 dark:bg-black/60" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onEscapeKeyDown={keepOpen}
          onInteractOutside={keepOpen}
          onCloseAutoFocus={returnFocus}
          className={classes(
            'fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto rounded-t-2xl bg-surface p-5 text-ink shadow-float',
            'md:inset-x-auto md:bottom-auto md:left-1/2 md:top-[12vh] md:max-h-[80vh] md:w-full md:-translate-x-1/2 md:rounded-2xl md:p-6',
            wide ? 'md:max-w-2xl' : 'md:max-w-md',
          )}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <div>
              <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
              )}
            </div>
            {closable && (
              <Radix.Close aria-label="Close" className="-mt-1 -mr-1 rounded-lg p-1.5 text-muted hover:bg-sunken">
                <X aria-hidden className="size-4" />
              </Radix.Close>
            )}
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Radix returns the focus to its own triggers only. Where the opener is gone, the keyboard goes on with the page. */
function useReturnOfFocus(open: boolean): (event: Event) => void {
  const opener = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  // While rendering: later, something in the dialog may have the focus.
  if (open && !wasOpen.current) opener.current = document.activeElement;
  wasOpen.current = open;
  return (event) => {
    event.preventDefault();
    const to = opener.current?.isConnected === true ? opener.current : document.getElementById('main');
    if (to instanceof HTMLElement) to.focus({ preventScroll: true });
  };
}

/** The buttons at the end of a dialog's form. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}

/**
 * A button that asks once before it acts, and says what will happen.
 *
 * @param act - what happens after the answer; the dialog shows why it failed and stays open
 */
export function ConfirmButton({
  label,
  title,
  children,
  confirm,
  act,
  kind = 'secondary',
  danger = true,
}: {
  label: ReactNode;
  title: string;
  /** What happens then, in one or two sentences. */
  children: ReactNode;
  /** The button in the dialog: a verb with its object. */
  confirm: string;
  act: () => Promise<unknown>;
  kind?: 'primary' | 'secondary' | 'quiet';
  danger?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await act();
      setOpen(false);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        kind={kind}
        onClick={() => {
          setError(undefined);
          setOpen(true);
        }}
      >
        {label}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title}>
        <div className="space-y-4 text-muted">
          <div>{children}</div>
          {error !== undefined && <ErrorMessage error={error} />}
        </div>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Go back</Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void run()}>
            {confirm}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
