import { LocalEvm } from '../../local/local-evm';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { newAuthorization, openOn, transportOf } from '../../testing/evm-chain';

describeWithAnvil('TransferObserver', () => {
  let local: LocalEvm;
  beforeAll(async () => {
    local = await LocalEvm.start('base');
  });
  afterAll(() => local.stop());

  it('takes as many requests for many transfers of a submission as for one', async () => {
    let requests = 0;
    const transport = transportOf(local);
    const chain = await openOn(local, [
      (body, signal) => {
        requests += 1;
        return transport(body, signal);
      },
    ]);
    const requestsFor = async (transfers: number): Promise<number> => {
      const sender = local.relayers[0].address;
      const authorizations = Array.from({ length: transfers }, () => newAuthorization(local, chain, { sender }));
      const submission = await chain.assemble(authorizations, () => Promise.resolve([]));
      await chain.broadcast(submission);
      await local.pass(1_000);
      requests = 0;
      const seen = await chain.observe(submission, authorizations, local.now());
      expect(new Set(seen.map(({ state }) => state))).toEqual(new Set(['confirmed']));
      return requests;
    };
    const forOne = await requestsFor(1);
    expect(await requestsFor(20)).toBe(forOne);
  });
});
