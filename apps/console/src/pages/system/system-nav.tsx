import { PageNav } from '../../ui/page-nav';

export function SystemNav() {
  return (
    <PageNav
      label="System"
      links={[
        { to: '/system', label: 'Health' },
        { to: '/system/dead-letters', label: 'Dead letters' },
      ]}
    />
  );
}
