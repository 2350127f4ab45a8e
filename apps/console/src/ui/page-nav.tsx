import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { classes } from './classes';

/** Links between the parts of a page that have addresses of their own. They look like tabs. */
export function PageNav({
  label,
  links,
}: {
  label: string;
  links: readonly { readonly to: string; readonly label: ReactNode }[];
}) {
  return (
    <nav aria-label={label} className="mb-5 border-b border-line">
      <ul className="-mb-px flex gap-5 overflow-x-auto">
        {links.map((link) => (
          <li key={link.to}>
            <NavLink
              to={link.to}
              end
              className={({ isActive }) =>
                classes(
                  'block rounded-t border-b-2 py-2.5 font-medium whitespace-nowrap -outline-offset-2',
                  isActive ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
                )
              }
            >
              {link.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
