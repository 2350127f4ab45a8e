import { waysToApprove } from './ways-to-approve';

const [ANNA, BEN] = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'];
const TYPED = {
  domain: { chainId: 8453, verifyingContract: ANNA },
  types: {},
  primaryType: 'SafeMessage',
  message: {},
};
const ME = 'usr_01JZ8Q4M6T3W9XKB2N5RDVC7HE';
const CONTRACT = {
  ...{ type: 'safe', version: '1.4.1', module: BEN, deployed: true, spender: BEN, owners: [ANNA], threshold: 1 },
} as const;

function approval(change: object = {}) {
  return { approved_by: [], threshold: 1, typed_data: TYPED, ...change } as Parameters<typeof waysToApprove>[0];
}

describe('how an approval can be given', () => {
  it('for the treasury: in one’s own name', () => {
    const ways = waysToApprove(approval({ typed_data: null, threshold: 2 }), null, ME);
    expect(ways).toEqual({ sign: false, named: false, plain: true, approvers: [] });
  });

  it('for a wallet without listed approvers: in one’s own name, also where it is live', () => {
    const ways = waysToApprove(approval(), { approvers: [], contract: CONTRACT }, ME);
    expect(ways).toEqual({ sign: false, named: false, plain: true, approvers: [] });
  });

  it('for a live wallet with approvers: with a signature only', () => {
    const ways = waysToApprove(approval(), { approvers: [ANNA, BEN], contract: CONTRACT }, ME);
    expect(ways).toEqual({ sign: true, named: false, plain: false, approvers: [ANNA, BEN] });
  });

  it('in the sandbox: with a signature, or without', () => {
    const ways = waysToApprove(approval(), { approvers: [ANNA], contract: null }, ME);
    expect(ways).toEqual({ sign: true, named: true, plain: false, approvers: [ANNA] });
  });

  it('on Solana: without a signature', () => {
    const ways = waysToApprove(approval({ typed_data: null }), { approvers: [ANNA], contract: null }, ME);
    expect(ways).toMatchObject({ sign: false, named: true });
  });

  it('an approver who has approved is not asked again', () => {
    const ways = waysToApprove(approval({ approved_by: [ANNA] }), { approvers: [ANNA, BEN], contract: CONTRACT }, ME);
    expect(ways.approvers).toEqual([BEN]);
  });

  it('where two people are needed and one is listed, the other approves in their own name', () => {
    const two = approval({ threshold: 2 });
    expect(waysToApprove(two, { approvers: [ANNA], contract: CONTRACT }, ME)).toMatchObject({
      sign: true,
      plain: true,
    });
    const signed = approval({ threshold: 2, approved_by: [ANNA] });
    expect(waysToApprove(signed, { approvers: [ANNA], contract: CONTRACT }, ME)).toMatchObject({
      sign: false,
      plain: true,
    });
  });

  it('who has approved in their own name is not asked again', () => {
    const mine = approval({ threshold: 2, approved_by: [ME] });
    expect(waysToApprove(mine, null, ME).plain).toBe(false);
    expect(waysToApprove(mine, { approvers: [], contract: null }, ME).plain).toBe(false);
    expect(waysToApprove(mine, null, 'usr_01JZ8Q4M6T3W9XKB2N5RDVC7HF').plain).toBe(true);
  });
});
