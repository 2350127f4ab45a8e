import { useCan } from '../../app/session';
import { Page } from '../../ui/page';
import { Balances } from './balances';

export function Component() {
  const can = useCan();
  return (
    <Page title="Overview">
      <div className="grid gap-6">{can('treasury:read') && <Balances />}</div>
    </Page>
  );
}
