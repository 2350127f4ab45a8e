import { ChevronLeft } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A page with its heading: every page is one of these. */
export function Page({
  title,
  heading,
  description,
  actions,
  back,
  children,
}: {
  /** Of the browser's tab, and the heading where that is left out. */
  title: string;
  heading?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label: string };
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Stablecoin payments`;
  }, [title]);
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 md:px-8 md:py-8">
      {back !== undefined && (
        <Link to={back.to} className="mb-2 -ml-1 inline-flex items-center gap-1 rounded text-muted hover:text-ink">
          <ChevronLeft aria-hidden className="size-4" />
          {back.label}
        </Link>
      )}
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{heading ?? title}</h1>
          {description !== undefined && <p className="mt-1 max-w-2xl text-muted">{description}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
