import { useEffect, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { ApiError, explain } from '../api/errors';
import { signInMethods, signInWithKey } from '../api/session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Checkbox, TextField } from '../ui/field';
import { useSessionState } from '../api/use-session';

/** The page of a person who has no session. */
export function SignIn() {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[14vh] pb-10">
      <div className="w-full max-w-sm">
        <img src="/console/icon.svg" alt="" width={40} height={40} className="mb-5" />
        <h1 className="mb-6 text-xl font-semibold tracking-tight">Sign in to Stablecoin payments</h1>
        <SignInForm />
      </div>
    </main>
  );
}

/** Opens over the page when the session has ended. The page below keeps its contents. */
export function SignInAgain() {
  const state = useSessionState();
  return (
    <Dialog
      open={state.status === 'expired'}
      onClose={() => undefined}
      closable={false}
      title="Sign in again"
      description="Your session has ended. Nothing on this page is lost: sign in and continue where you were."
    >
      <SignInForm again />
    </Dialog>
  );
}

function SignInForm({ again = false }: { again?: boolean }) {
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await signInWithKey(key.trim());
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="space-y-5">
      <form onSubmit={(event) => void submit(event)} className="space-y-4">
        <TextField
          label="API key"
          hint={
            again
              ? 'The key is exchanged for a session and not kept in this browser.'
              : 'The service prints one at its first start. It is exchanged for a session and not kept in this browser.'
          }
          error={error === undefined ? undefined : keyError(error)}
          type="password"
          name="api-key"
          required
          autoFocus
          spellCheck={false}
          placeholder="svc_test_…"
          className="font-mono"
          value={key}
          onChange={setKey}
        />
        <Button type="submit" kind="primary" busy={busy} className="w-full">
          Sign in
        </Button>
      </form>
      <OrganisationSignIn again={again} />
    </div>
  );
}

function keyError(error: unknown): string {
  return error instanceof ApiError && error.status === 401 ? 'This API key is not valid.' : explain(error);
}

/**
 * Sign-in at the identity provider, where the operator has one. In the middle of a page it opens a window, so that the
 * page stays.
 */
function OrganisationSignIn({ again }: { again: boolean }) {
  const state = useSessionState();
  const [livemode, setLivemode] = useState(false);
  const [offered, setOffered] = useState(false);
  useEffect(() => {
    // Without an answer, the key works all the same.
    void signInMethods().then(
      ({ oidc }) => setOffered(oidc),
      () => undefined,
    );
  }, []);
  if (!offered) return null;
  const start = () => {
    const mode = 'session' in state ? state.session.livemode : livemode;
    const returnTo = again ? '/console/signed-in' : location.pathname + location.search;
    const url = `/v1/sessions/oidc?${new URLSearchParams({ return_to: returnTo, livemode: String(mode) }).toString()}`;
    if (again) window.open(url, 'sign-in', 'popup,width=520,height=680');
    else location.assign(url);
  };
  return (
    <div className="space-y-3">
      <div className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
      <Button className="w-full" onClick={start}>
        Sign in with your organization
      </Button>
      {!again && (
        <Checkbox
          label="Live mode"
          hint="Payments move real money."
          checked={livemode}
          onChange={(event) => setLivemode(event.target.checked)}
        />
      )}
    </div>
  );
}
