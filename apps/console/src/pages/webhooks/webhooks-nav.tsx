import { PageNav } from '../../ui/page-nav';

export function WebhooksNav() {
  return (
    <PageNav
      label="Webhooks"
      links={[
        { to: '/webhooks', label: 'Endpoints' },
        { to: '/webhooks/events', label: 'Events' },
      ]}
    />
  );
}
