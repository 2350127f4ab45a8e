import { ChevronsUpDown, CloudOff, LogOut, Menu as MenuIcon, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Suspense, useEffect, useRef, useState } from 'react';
import { NavLink, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { signOut } from '../api/session';
import type { Session } from '../api/session';
import { useReachable } from '../api/connection';
import { useLiveStatus, useLiveUpdates } from '../api/live-updates';
import { labelOf } from '../ui/badge';
import { classes } from '../ui/classes';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu';
import { explain } from '../api/errors';
import { Toasts, toast } from '../ui/toast';
import { PAGES } from './pages';
import { PageLoading } from './page-states';
import { useCan, useSession, useSessionState } from '../api/use-session';
import { SignInAgain } from './sign-in';
import { useTheme } from './theme';
import type { Theme } from './theme';

/** The frame of every page: the mode at the top, the sidebar, and the page. */
export function Layout() {
  const session = useSession();
  const can = useCan();
  const active = useSessionState().status === 'active';
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const [drawer, setDrawer] = useState(false);
  useLiveUpdates(active && can('events:read'));
  const main = useRef<HTMLElement>(null);
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    setDrawer(false);
    // As after a load: the keyboard and screen readers begin with the new page, and not in the middle of nothing.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-surface px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <ModeBanner livemode={session.livemode} />
      <header className="sticky top-7 z-30 flex h-14 items-center gap-3 border-b border-line bg-surface px-4 md:hidden">
        <Drawer open={drawer} onOpenChange={setDrawer} session={session} />
        <Logo />
      </header>
      <div className="flex flex-1">
        <aside className="sticky top-7 hidden h-[calc(100dvh-1.75rem)] w-60 shrink-0 flex-col border-r border-line bg-surface md:flex">
          <div className="px-5 pt-5 pb-2">
            <Logo />
          </div>
          <Sidebar session={session} />
        </aside>
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="min-w-0 flex-1 outline-none"
          aria-busy={navigation.state !== 'idle'}
        >
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Unreachable />
      <SignInAgain />
      <Toasts />
      <ScrollRestoration />
    </div>
  );
}

function ModeBanner({ livemode }: { livemode: boolean }) {
  return (
    <aside
      aria-label="Mode"
      className={classes(
        'sticky top-0 z-30 flex h-7 items-center justify-center gap-1.5 px-4 text-xs font-medium whitespace-nowrap',
        livemode ? 'bg-live text-white' : 'bg-sandbox text-on-sandbox',
      )}
    >
      <strong>{livemode ? 'Live' : 'Sandbox'}</strong>
      {livemode ? 'Payments move real money' : 'No real money moves'}
    </aside>
  );
}

/** What stands on the page stays; it may be old. */
function Unreachable() {
  const reachable = useReachable();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-6 z-40 flex justify-center px-4">
      {!reachable && (
        <p className="flex items-center gap-2 rounded-lg bg-warning-soft px-4 py-2.5 font-medium text-warning shadow-float">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          The service does not answer. What you see may be old.
        </p>
      )}
    </div>
  );
}

function Logo() {
  return (
    <span className="flex items-center gap-2.5 font-semibold tracking-tight">
      <img src="/console/icon.svg" alt="" width={24} height={24} />
      Stablecoin payments
    </span>
  );
}

function Drawer({
  open,
  onOpenChange,
  session,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  session: Session;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Trigger aria-label="Open the menu" className="-ml-2 rounded-lg p-2 hover:bg-sunken">
        <MenuIcon aria-hidden className="size-5" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <div data-overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col bg-surface text-ink shadow-float"
        >
          <div className="flex items-center justify-between px-5 pt-5 pb-2">
            <Dialog.Title>
              <Logo />
            </Dialog.Title>
            <Dialog.Close aria-label="Close the menu" className="-mr-2 rounded-lg p-2 hover:bg-sunken">
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          <Sidebar session={session} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Sidebar({ session }: { session: Session }) {
  const can = useCan();
  const pages = PAGES.filter((page) => can(page.scope));
  const groups = [...new Set(pages.map((page) => page.group))];
  return (
    <>
      <nav aria-label="Pages" className="flex-1 overflow-y-auto px-3 py-3">
        {groups.map((group) => (
          <div key={group} className="mb-4">
            {group !== null && <p className="mb-1 px-2 text-xs font-medium text-muted">{group}</p>}
            <ul className="space-y-0.5">
              {pages
                .filter((page) => page.group === group)
                .map(({ path, label, icon: Icon }) => (
                  <li key={path}>
                    <NavLink
                      to={`/${path}`}
                      end={path === ''}
                      className={({ isActive }) =>
                        classes(
                          'flex h-9 items-center gap-2.5 rounded-lg px-2 font-medium',
                          isActive ? 'bg-selected text-link' : 'text-muted hover:bg-sunken hover:text-ink',
                        )
                      }
                    >
                      <Icon aria-hidden className="size-4" />
                      {label}
                    </NavLink>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="border-t border-line p-3">
        <LiveIndicator />
        <Person session={session} />
      </div>
    </>
  );
}

function LiveIndicator() {
  const status = useLiveStatus();
  if (status === 'off') return null;
  return (
    <p className="flex items-center gap-2 px-2 pb-2 text-xs text-muted">
      <span
        aria-hidden
        className={classes('size-2 rounded-full', status === 'live' ? 'bg-positive' : 'animate-pulse bg-warning')}
      />
      {status === 'live' ? 'Live updates' : 'Connecting…'}
    </p>
  );
}

function Person({ session }: { session: Session }) {
  const [theme, chooseTheme] = useTheme();
  const leave = (everywhere: boolean) => void signOut({ everywhere }).catch((error: unknown) => toast(explain(error)));
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex w-full items-center justify-between gap-2 rounded-lg px-2 py-1.5 text-left hover:bg-sunken"
        >
          <span className="min-w-0">
            <span className="block truncate font-medium">{session.actor.name ?? session.actor.id}</span>
            <span className="block truncate text-xs text-muted">
              {session.role === null ? 'API key' : labelOf(session.role)} · {session.account}
            </span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      }
    >
      <MenuChoice
        label="Theme"
        value={theme}
        options={[
          { value: 'system', label: 'As the system' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChange={(value) => chooseTheme(value as Theme)}
      />
      <MenuSeparator />
      <MenuItem onSelect={() => leave(false)}>
        <LogOut aria-hidden className="size-4 text-muted" /> Sign out
      </MenuItem>
      <MenuItem onSelect={() => leave(true)}>
        <LogOut aria-hidden className="size-4 text-muted" /> Sign out everywhere
      </MenuItem>
    </Menu>
  );
}
