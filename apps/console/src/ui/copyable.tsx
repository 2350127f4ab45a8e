import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classes } from './classes';

/** An id, a hash or an address, with a button that copies all of it. Without TLS on another machine browsers copy nothing. */
export function Copyable({ value, label, short = false }: { value: string; label: string; short?: boolean }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1">
      <span title={value} className="min-w-0 font-mono text-[0.8125rem] break-all">
        {short ? shorten(value) : value}
      </span>
      {window.isSecureContext && (
        <button
          type="button"
          aria-label={`Copy ${label}`}
          onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
          className="shrink-0 rounded p-1 text-muted hover:bg-sunken hover:text-ink"
        >
          {copied ? (
            <Check aria-hidden className="size-3.5 text-positive" />
          ) : (
            <Copy aria-hidden className="size-3.5" />
          )}
        </button>
      )}
      <span role="status" className="sr-only">
        {copied ? `Copied ${label}` : ''}
      </span>
    </span>
  );
}

/** `0x5290…9EE7`: enough to tell it from others; the whole stands in the title. */
export function shorten(value: string): string {
  return value.length <= 16 ? value : `${value.slice(0, 8)}…${value.slice(-6)}`;
}

export function Mono({ children, className }: { children: string; className?: string }) {
  return <span className={classes('font-mono text-[0.8125rem]', className)}>{children}</span>;
}
