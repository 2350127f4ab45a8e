import { classes } from './classes';
import { groupThousands } from './money';

/** An amount with all its digits, in figures of equal width. Right-align it in tables. */
export function Amount({
  value,
  currency,
  className,
}: {
  value: string;
  currency?: string | undefined;
  className?: string;
}) {
  return (
    <span className={classes('whitespace-nowrap tabular-nums', className)}>
      {groupThousands(value)}
      {currency !== undefined && <span className="ml-1 text-muted">{currency}</span>}
    </span>
  );
}
