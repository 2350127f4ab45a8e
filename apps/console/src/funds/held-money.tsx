import { Link } from 'react-router';
import { useCan } from '../api/use-session';
import { Amount } from '../ui/amount';
import { compareAmounts } from '../ui/money';

/** Money of deposits that are held, beside the balance; nothing where none is. */
export function HeldMoney({ amount }: { amount: string }) {
  const can = useCan();
  if (compareAmounts(amount, '0') === 0) return null;
  return (
    <p className="mt-1 text-warning">
      <Amount value={amount} /> held until the sender is cleared{' '}
      {can('compliance:read') && (
        <Link to="/compliance/deposits" className="rounded text-link hover:underline">
          Held deposits
        </Link>
      )}
    </p>
  );
}
