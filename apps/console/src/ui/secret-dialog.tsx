import { Button } from './button';
import { Copyable } from './copyable';
import { Dialog, DialogActions } from './dialog';
import { Notice } from './states';

/**
 * Shows a secret once. It is in the memory of the page alone, and gone when the dialog closes.
 *
 * @param secret - null: the service no longer shows it, because the request was sent twice
 */
export function SecretDialog({
  title,
  secret,
  label,
  children,
  onClose,
}: {
  title: string;
  secret: string | null;
  /** What it is, for the button that copies it. */
  label: string;
  /** What to do with it. */
  children: string;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} closable={false} title={title} description={children}>
      {secret === null ? (
        <Notice tone="warning">The secret was shown already. Rotate it to get a new one.</Notice>
      ) : (
        <div className="space-y-4">
          <div className="rounded-lg bg-sunken p-3">
            <Copyable value={secret} label={label} />
          </div>
          <Notice tone="warning">Copy it now. It is not shown again.</Notice>
        </div>
      )}
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
