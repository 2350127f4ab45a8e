import { SERVICES, SERVICES_BEHIND_GATEWAY } from '@stablecoin/contracts';
import { processesOf, readOptions } from './options';

it('starts one of each service, unless told', () => {
  const { instances, folder } = readOptions(['--instances', 'gateway=2,payment=3']);
  expect(instances).toEqual({ ...Object.fromEntries(SERVICES.map((name) => [name, 1])), gateway: 2, payment: 3 });
  expect(folder).toBeNull();
});

it('starts a process for each service, or one for several, and the gateway last', () => {
  const { together = [] } = readOptions(['--together', 'payment,treasury,webhook']);
  const alone = SERVICES_BEHIND_GATEWAY.filter((name) => !['payment', 'treasury', 'webhook'].includes(name));
  expect(alone).toEqual(expect.arrayContaining(['wallet', 'compliance']));
  expect(processesOf(together)).toEqual([
    ['payment', 'treasury', 'webhook'],
    ...alone.map((name) => [name]),
    ['gateway'],
  ]);
  expect(processesOf([])).toEqual([...SERVICES_BEHIND_GATEWAY.map((name) => [name]), ['gateway']]);
});

it.each(['gateway', 'payment,kafka'])('says what is wrong with --together %s', (together) => {
  expect(() => readOptions(['--together', together])).toThrow('--together takes some of payment,wallet,compliance,');
});

it.each(['gateway', 'gateway=0', 'gateway=17', 'kafka=2', 'gateway=two'])('says what is wrong with %s', (instances) => {
  expect(() => readOptions(['--instances', instances])).toThrow(`not "${instances}"`);
});
