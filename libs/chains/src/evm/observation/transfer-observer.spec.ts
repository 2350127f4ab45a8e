import { LocalEvm } from '../../local/local-evm';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { newAuthorization, openOn, transportOf, VALIDITY_MS } from '../../testing/evm-chain';
import type { Authorization } from '../../transfers';

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

  it('finds transfers of the treasury before, whose key was replaced after they were sent', async () => {
    const before = await openOn(local);
    const [relayer] = local.relayers;
    const mine = (): Authorization => newAuthorization(local, before, { sender: relayer.address });
    const [made, unsent] = [mine(), mine()];
    const submission = await before.assemble([made], () => Promise.resolve([]));
    const lost = await before.assemble([unsent], () => Promise.resolve([]));
    const now = await openOn(local, [transportOf(local)], { treasury: local.spender });
    await now.broadcast(submission);
    await local.pass(1_000);

    const included = await now.observe(submission, [made], local.now());
    expect(included).toMatchObject([{ state: 'confirmed', hash: submission.hash }]);
    for (let blocks = 0; blocks < 10; blocks++) await local.pass(VALIDITY_MS);
    expect(await now.observe(submission, [made], local.now())).toMatchObject([{ state: 'final' }]);
    expect(await now.observe(lost, [unsent], local.now())).toMatchObject([{ state: 'expired' }]);
  });
});
