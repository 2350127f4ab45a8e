import { useCan } from '../../app/session';
import { Page } from '../../ui/page';
import { Activity } from './activity';
import { Attention } from './attention';
import { Balances } from './balances';

export function Component() {
  const can = useCan();
  return (
    <Page title="Overview">
      <div className="grid gap-6">
        <Attention />
        {can('treasury:read') && <Balances />}
        <Activity />
      </div>
    </Page>
  );
}
