import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../infra/local/ports';
import { Api } from '../../e2e/support/api';
import { BuiltService } from '../../e2e/support/built-service';
import { ensureBuilt } from '../../e2e/support/ensure-built';
import settings from '../../e2e/support/environment.json';

const API_KEY = 'svc_test_00000000000000000000000000000000000000sdk';

/** The built service as an SDK sees it: one URL and one data folder, however often it is killed and started again. */
export class SdkService {
  /** An Enterprise key of an account of its own. */
  readonly apiKey = API_KEY;
  /** What the simulated chains were told to transfer, one JSON object a line. */
  readonly #journal: string;
  #service: BuiltService;

  private constructor(
    private readonly dataFolder: string,
    private readonly port: number,
    service: BuiltService,
  ) {
    this.#journal = journalIn(dataFolder);
    this.#service = service;
  }

  static async start(): Promise<SdkService> {
    ensureBuilt();
    const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-sdk-'));
    const port = await freePort();
    return new SdkService(dataFolder, port, await launch(dataFolder, port));
  }

  get url(): string {
    return this.#service.url;
  }

  /** The service without an SDK, to see what an SDK has done. */
  get api(): Api {
    return new Api(this.url, this.apiKey);
  }

  /** What a program of an SDK reads. */
  async environment(): Promise<Record<string, string>> {
    return {
      STABLECOIN_BASE_URL: this.url,
      STABLECOIN_API_KEY: this.apiKey,
      WEBHOOK_PORT: String(await freePort()),
    };
  }

  /** Ends the service as a crash does, and starts it again on the same port and data. */
  async crash(): Promise<void> {
    await this.#service.end('SIGKILL');
    this.#service = await launch(this.dataFolder, this.port);
  }

  /** The transfers that were broadcast, but for repetitions of the same bytes. */
  transfers(): readonly { readonly authorization: string; readonly conflict: boolean }[] {
    return readFileSync(this.#journal, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { authorization: string; again: boolean; conflict: boolean })
      .filter(({ again }) => !again);
  }

  async stop(): Promise<void> {
    await this.#service.end();
    rmSync(this.dataFolder, { recursive: true, force: true });
  }
}

function launch(dataFolder: string, port: number): Promise<BuiltService> {
  return BuiltService.start({
    dataFolder,
    port,
    environment: {
      LOG_LEVEL: 'error',
      BOOTSTRAP_API_KEYS: `${API_KEY}:sdk:enterprise`,
      RATE_LIMITS: settings.RATE_LIMITS,
      SANDBOX_CHAIN_JOURNAL: journalIn(dataFolder),
    },
  });
}

const journalIn = (dataFolder: string): string => join(dataFolder, 'broadcasts.journal');
