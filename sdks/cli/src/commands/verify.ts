import type { Payment, StablecoinPayments } from 'stablecoin-payments';
import { handle, wholeNumber, type Cli } from '../command.js';
import { EXIT, Failure } from '../failure.js';
import { unitsOf, type Check, type Claim } from '../verify/checks.js';
import { verifyEvm } from '../verify/evm.js';
import { Rpc } from '../verify/rpc.js';
import { verifySolana } from '../verify/solana.js';

interface Options {
  readonly rpcUrl: string;
  readonly token?: string;
  readonly confirmations: number;
}

export function addVerify(cli: Cli): void {
  cli.program
    .command('verify <payment-id>')
    .description('Asks the chain, through your own endpoint, whether exactly this payment was made.')
    .requiredOption('--rpc-url <url>', "the RPC endpoint of the payment's chain")
    .option('--token <address>', 'the contract or mint of the currency, for local chains')
    .option('--confirmations <number>', 'how many blocks it takes on Base and Ethereum', wholeNumber(1, 1_000_000), 1)
    .action(
      handle<Options>(cli, async ({ client, output }, [id = ''], { rpcUrl, token, confirmations }) => {
        const rpc = new Rpc(rpcUrl);
        const claim = await claimOf(client, await client.payments.get(id));
        const verify = claim.chain === 'solana' ? verifySolana : verifyEvm;
        const checks: readonly Check[] = await verify(rpc, claim, { token, confirmationsMin: confirmations });
        const verified = checks.every(({ ok }) => ok);
        if (output.json) output.object({ payment_id: id, verified, tx_hash: claim.txHash, checks });
        else {
          output.table(checks, {
            CHECK: ({ check }) => check,
            CLAIMED: ({ claimed }) => claimed,
            FOUND: ({ found }) => found,
            RESULT: ({ ok }) => (ok ? 'ok' : 'WRONG'),
          });
          output.raw(verified ? 'The chain confirms the payment.\n' : 'The chain does not confirm the payment.\n');
        }
        return verified ? EXIT.done : EXIT.failed;
      }),
    );
}

/** @throws Failure when the service does not claim that there was a transfer on a chain */
async function claimOf(client: StablecoinPayments, payment: Payment): Promise<Claim> {
  const { id, status, stage, livemode, txHash, chain, to, amount, currency, from } = payment;
  if (!livemode)
    throw new Failure(`${id} is a sandbox payment: its chain is simulated, so there is nothing to verify.`);
  if (status !== 'settled' || txHash === null || chain === null) {
    const state = status === 'pending' ? `pending (${stage})` : status;
    throw new Failure(`${id} is ${state}: the service does not claim that it was made.`);
  }
  const wallet = from === null ? null : (await client.wallets.get(from)).address;
  if (from !== null && wallet === null) throw new Failure(`The wallet ${from} has no address.`);
  const [initiated] = (await client.payments.timeline(id)).data;
  const onchainId = typeof initiated?.['onchain_id'] === 'string' ? initiated['onchain_id'] : null;
  return { paymentId: id, onchainId, chain, txHash, to, units: unitsOf(amount), currency, wallet };
}
