import { PageNav } from '../../ui/page-nav';

export function ComplianceNav() {
  return (
    <PageNav
      label="Compliance"
      links={[
        { to: '/compliance', label: 'Review queue' },
        { to: '/compliance/deposits', label: 'Held deposits' },
        { to: '/compliance/checks', label: 'All checks' },
        { to: '/compliance/attestations', label: 'Attestations' },
      ]}
    />
  );
}
