import { StablecoinPayments } from 'stablecoin-payments';
import { ConfigurationFolder } from './configuration-folder.js';
import { credentialsOf, type Credentials, type GlobalOptions } from './credentials.js';
import type { Io } from './io.js';
import { Output } from './output.js';

/** What one command works with. */
export class Session {
  readonly output: Output;
  #credentials: Credentials | undefined;
  #client: StablecoinPayments | undefined;

  constructor(
    readonly io: Io,
    readonly options: GlobalOptions,
  ) {
    this.output = new Output(io, options.json === true);
  }

  /** @throws UsageFailure without a key or URL */
  get credentials(): Credentials {
    return (this.#credentials ??= credentialsOf(this.io.env, this.options));
  }

  /** @throws UsageFailure or InvalidArgumentError without a key or URL that can be right */
  get client(): StablecoinPayments {
    return (this.#client ??= new StablecoinPayments(this.credentials));
  }

  get folder(): ConfigurationFolder {
    return new ConfigurationFolder(this.io.env);
  }
}
