import { processesOf, readOptions } from './options';

it('starts one of each service, unless told', () => {
  const { instances, folder } = readOptions(['--instances', 'gateway=2,payment=3']);
  expect(instances).toEqual({ gateway: 2, payment: 3, wallet: 1, compliance: 1, treasury: 1, webhook: 1 });
  expect(folder).toBeNull();
});

it('starts a process for each service, or one for several, and the gateway last', () => {
  const { together = [] } = readOptions(['--together', 'payment,treasury,webhook']);
  expect(processesOf(together)).toEqual([['payment', 'treasury', 'webhook'], ['wallet'], ['compliance'], ['gateway']]);
  expect(processesOf([])).toEqual([['payment'], ['wallet'], ['compliance'], ['treasury'], ['webhook'], ['gateway']]);
});

it.each(['gateway', 'payment,kafka'])('says what is wrong with --together %s', (together) => {
  expect(() => readOptions(['--together', together])).toThrow('--together takes some of payment,wallet,compliance,');
});

it.each(['gateway', 'gateway=0', 'gateway=17', 'kafka=2', 'gateway=two'])('says what is wrong with %s', (instances) => {
  expect(() => readOptions(['--instances', instances])).toThrow(`not "${instances}"`);
});
