import type { ButtonHTMLAttributes } from 'react';
import { Link } from 'react-router';
import type { LinkProps } from 'react-router';
import { classes } from './classes';

const KINDS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line bg-surface text-ink hover:bg-sunken',
  danger: 'bg-critical-fill text-on-accent hover:brightness-110',
  quiet: 'text-muted hover:bg-sunken hover:text-ink',
};

type Kind = keyof typeof KINDS;

function look(kind: Kind, className: string | undefined): string {
  return classes(
    'inline-flex h-9 shrink-0 items-center justify-center gap-2 rounded-lg px-3.5 font-medium whitespace-nowrap transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-50',
    KINDS[kind],
    className,
  );
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: Kind;
  /** While a request is under way, the button says so and cannot be pressed again. */
  readonly busy?: boolean;
}

export function Button({ kind = 'secondary', busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={look(kind, className)}
      disabled={disabled === true || busy}
      aria-busy={busy}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export function ButtonLink({ kind = 'secondary', className, ...rest }: LinkProps & { readonly kind?: Kind }) {
  return <Link className={look(kind, typeof className === 'string' ? className : undefined)} {...rest} />;
}

function Spinner() {
  return (
    <span aria-hidden className="size-3.5 animate-spin rounded-full border-2 border-current border-t-transparent" />
  );
}
