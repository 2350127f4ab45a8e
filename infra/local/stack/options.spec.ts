import { readOptions } from './options';

it('starts one of each service, unless told', () => {
  const { instances, folder } = readOptions(['--instances', 'gateway=2,payment=3']);
  expect(instances).toEqual({ gateway: 2, payment: 3, wallet: 1, compliance: 1, treasury: 1, webhook: 1 });
  expect(folder).toBeNull();
});

it.each(['gateway', 'gateway=0', 'gateway=17', 'kafka=2', 'gateway=two'])('says what is wrong with %s', (instances) => {
  expect(() => readOptions(['--instances', instances])).toThrow(`not "${instances}"`);
});
