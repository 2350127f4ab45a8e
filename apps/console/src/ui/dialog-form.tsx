import type { ReactNode } from 'react';
import { Button } from './button';
import { DialogActions } from './dialog';
import { ErrorMessage } from './states';

/**
 * A form in a dialog, with its buttons.
 *
 * @param submit - what the button says that sends it
 * @param error - what stands above the buttons; null: nothing
 */
export function DialogForm({
  submit,
  busy,
  disabled = false,
  error,
  onSubmit,
  onCancel,
  children,
}: {
  submit: string;
  busy: boolean;
  disabled?: boolean;
  error: unknown;
  onSubmit: () => void | Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      {error !== null && <ErrorMessage error={error} />}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy} disabled={disabled}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  );
}
