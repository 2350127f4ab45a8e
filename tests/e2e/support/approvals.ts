import type { Api, ApiResponse } from './api';
import { EVM_RECIPIENT, expectError, fundedWallet } from './payments';

export const ALICE = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
export const BOB = '0xde709f2102306220921060314715629080e2fb77';
export const CAROL = 'So11111111111111111111111111111111111111112';
export const UNKNOWN_APPROVAL = 'apr_01JD8Z5M3V7T9G2K4XQW6N0B1C';

/** A payment over the spend limit of its wallet, or above what the treasury pays, and the approval that it waits for. */
export interface Waiting<Wallet extends string | null = string | null> {
  readonly wallet: Wallet;
  readonly payment: string;
  readonly approval: string;
  readonly answer: ApiResponse;
}

/** Makes and decides the approvals of an account. */
export class Approvals {
  constructor(private readonly api: Api) {}

  /** Pays more than the limit of a new wallet with 1000.00, so that the payment waits for approval. */
  async waiting({ amount = '100.01', ...wallet }: Record<string, unknown> = {}): Promise<Waiting<string>> {
    const { id } = await fundedWallet(this.api, { usdc: '1000.00', spend_limit: '100.00', ...wallet });
    return this.payFrom(id, String(amount));
  }

  /** @param wallet - null: from the treasury, where a policy asks for approvals */
  async payFrom<Wallet extends string | null>(wallet: Wallet, amount: string): Promise<Waiting<Wallet>> {
    const from = wallet === null ? {} : { from: wallet };
    const answer = await this.api.post('/payments', { to: EVM_RECIPIENT, amount, ...from });
    return { wallet, payment: String(answer.body['id']), approval: String(answer.body['approval_id']), answer };
  }

  approve(id: string, body: object = {}): Promise<ApiResponse> {
    return this.api.post(`/approvals/${id}/approve`, body);
  }

  reject(id: string, body: object = {}): Promise<ApiResponse> {
    return this.api.post(`/approvals/${id}/reject`, body);
  }

  async read(id: string): Promise<ApiResponse['body']> {
    return (await this.api.get(`/approvals/${id}`)).body;
  }

  /** Checks what `approve` and `reject` both refuse: an unknown approval and a malformed body. */
  async expectMalformedRefused(verb: 'approve' | 'reject'): Promise<void> {
    const path = `/approvals/${(await this.waiting()).approval}/${verb}`;
    const [unknown, ...malformed] = await Promise.all([
      this.api.post(`/approvals/${UNKNOWN_APPROVAL}/${verb}`),
      this.api.post(path, { approver: '0x1234' }),
      this.api.post(path, { approver: 7 }),
      this.api.post(path, { approver: ALICE.replace('8617E', '8617e') }),
      this.api.post(path, { approver: '0x0000000000000000000000000000000000000000' }),
    ]);

    expectError(unknown, 404, 'not_found');
    for (const each of malformed) expectError(each, 400, 'invalid_request', { param: 'approver' });
    expectError(await this.api.post(path, { note: 'fine' }), 400, 'invalid_request', { param: 'note' });
    expectError(await this.api.post(path, []), 400, 'invalid_request');
  }
}
