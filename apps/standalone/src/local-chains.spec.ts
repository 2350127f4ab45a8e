import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLocalChains } from './local-chains';

const NOWHERE = { rpc_url: 'http://127.0.0.1:1', usdc: '', eurc: '', treasury: '', relayers: [] };

describe('CHAINS=local', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-chains-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('left out, nothing is started and nothing is set', async () => {
    const environment = { PORT: '0', CHAINS: '' };
    expect(await withLocalChains(environment)).toBe(environment);
  });

  it('takes no other chains beside it', async () => {
    const environment = {
      CHAINS: 'local',
      SOLANA_RPC_URLS: 'https://a.example',
      SOLANA_TREASURY_SIGNER: 'env:A',
      SOLANA_FEE_PAYER_SIGNER: 'env:B',
    };
    await expect(withLocalChains(environment)).rejects.toThrow('takes nothing beside the endpoints of other chains');
  });

  it('refuses a folder whose payments stand on chains that have ended', async () => {
    const chains = { base: NOWHERE, ethereum: NOWHERE, solana: NOWHERE };
    writeFileSync(join(folder, 'local-chains.json'), JSON.stringify(chains));
    writeFileSync(join(folder, 'events.db'), '');
    const rejection = expect(withLocalChains({ CHAINS: 'local', DATA_DIR: folder })).rejects;
    await rejection.toThrow(/^CHAINS=local: the chains that .* was made with have ended: take another DATA_DIR$/);
  });
});
