/**
 * @needs own-service
 * @slow 20
 */
import { RuleBook } from '../support/rules';
import { describeWithChromium } from './support/chromium';
import { useConsole } from './support/console-under-test';
import { button, field, heading, useVisitors } from './support/visitors';

const embargo = {
  name: 'embargo',
  effect: 'deny',
  when: { countries: ['KP'], weekdays: ['sun'], time_zone: 'Europe/Berlin' },
};

describeWithChromium('Rules in the console', () => {
  const console = useConsole();
  const visitors = useVisitors(console);
  const book = (): RuleBook => new RuleBook(console().api);

  it('are read in sentences, drafted with a form, compared, agreed to and published', async () => {
    await book().enforce([embargo]);
    const page = await visitors.person('ada', 'rules');
    await page.getByText('A payment to a recipient in KP on sun in the time zone Europe/Berlin is denied.').waitFor();
    await button(page, 'Draft a change').click();
    await heading(page, 'Draft of rules').waitFor();
    await page.getByText('Nothing: it says what is in force.').waitFor();

    await button(page, 'Add a rule').click();
    const dialog = page.getByRole('dialog', { name: 'Add a rule' });
    await field(dialog, 'Name').fill('limit-usdc');
    await dialog.getByLabel('What it does').selectOption({ label: 'Limit its amount' });
    await field(dialog, 'At most').fill('500.00');
    await dialog.getByLabel('Currency').selectOption('USDC');
    await button(dialog, 'Keep the rule').click();
    await page.getByText(/^Save your changes, or undo them/).waitFor();
    await button(page, 'Save draft').click();
    await page.getByText('Adds limit-usdc').waitFor();
    await page.getByText('After: A payment in USDC is denied if it is above 500.00 USDC.').waitFor();
    await page.getByText('The rule limit-usdc limits USDC and not EURC.').waitFor();

    await button(page, 'Agree to revision 2').click();
    await page.getByText('You have agreed to revision 2.').waitFor();
    await button(page, 'Publish').click();
    await button(page.getByRole('dialog', { name: 'Publish these rules?' }), 'Publish the rules').click();
    await page.getByRole('heading', { name: 'In force: version 2' }).waitFor();
    expect((await console().api.get('/rules')).body).toMatchObject({
      rules: [
        { name: 'embargo', when: { countries: ['KP'], weekdays: ['sun'] } },
        { name: 'limit-usdc', effect: 'limit', max: '500.00', when: { currency: 'USDC' } },
      ],
    });
  });

  it('show why a draft was refused, and keep what was filled in', async () => {
    const id = await book().drafted([embargo]);
    const page = await visitors.person('ada', `rules/${id}`);
    await button(page, 'Edit embargo').click();
    const dialog = page.getByRole('dialog', { name: 'Edit embargo' });
    await field(dialog, /^Everything else/).fill('{"when": {"abvoe": "1"}}');
    await button(dialog, 'Keep the rule').click();
    await button(page, 'Save draft').click();
    await page.getByRole('alert').filter({ hasText: 'abvoe' }).waitFor();
    await page.getByText('with abvoe 1').waitFor();
    await button(page, 'Undo changes').click();
    await page.getByText('on sun in the time zone Europe/Berlin').first().waitFor();

    await button(page, 'Discard').click();
    await button(page.getByRole('dialog'), 'Discard the draft').click();
    await page.getByText('The draft is discarded.').waitFor();
    expect((await book().read(id)).status).toBe(404);
  });
});
