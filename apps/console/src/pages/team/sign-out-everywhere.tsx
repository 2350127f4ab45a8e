import { signOut } from '../../api/session';
import { ConfirmButton } from '../../ui/dialog';

export function SignOutEverywhereButton() {
  return (
    <ConfirmButton
      label="Sign out everywhere"
      title="End all of your sessions?"
      confirm="Sign out everywhere"
      act={() => signOut({ everywhere: true })}
    >
      You are signed out in this browser and in every other one. Sessions of other people stay.
    </ConfirmButton>
  );
}
