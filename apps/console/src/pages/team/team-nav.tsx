import { useCan } from '../../api/use-session';
import { PageNav } from '../../ui/page-nav';

export function TeamNav() {
  const can = useCan();
  return (
    <PageNav
      label="Team"
      links={[
        { to: '/team', label: 'Members' },
        ...(can('policies:read') ? [{ to: '/team/policies', label: 'Policies' }] : []),
      ]}
    />
  );
}
