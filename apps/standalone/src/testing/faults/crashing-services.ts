import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Chains, overriding } from '@stablecoin/chains';
import type { Chain, ChainRouter } from '@stablecoin/chains';
import { openChains, paymentService } from '@stablecoin/payment';
import type { Runtime, Service } from '@stablecoin/host';
import { httpSender, webhookService } from '@stablecoin/webhook';
import { ALL_SERVICES } from '../../all-services';
import type { CrashSwitch } from './crash-switch';

/** The services with crash points around what they do outside: broadcasts and deliveries. */
export function crashingServices(crash: CrashSwitch): readonly Service[] {
  const payment: Service = {
    ...paymentService,
    forRuntime: (runtime) => paymentService.forRuntime(runtime, crashingChains(runtime, crash)),
  };
  const webhook: Service = {
    ...webhookService,
    forRuntime: (runtime) => {
      const sender = httpSender(runtime);
      const send: typeof sender.send = (call, signal) => crash.around(['deliver'], () => sender.send(call, signal));
      return webhookService.forRuntime(runtime, overriding(sender, { send }));
    },
  };
  return ALL_SERVICES.map((service) => [payment, webhook].find(({ name }) => name === service.name) ?? service);
}

function crashingChains(runtime: Runtime, crash: CrashSwitch): Chains {
  // One adapter stands for every chain of the sandbox.
  const sandbox = openChains(runtime).forMode(false)?.on('base');
  if (sandbox === undefined) throw new Error('there is no sandbox chain');
  const { liveChains: live } = runtime;
  return new Chains(
    crashingChain(sandbox, crash),
    live === undefined ? undefined : { ...live, router: crashingRouter(live.router, crash) },
  );
}

function crashingRouter(router: ChainRouter, crash: CrashSwitch): ChainRouter {
  return overriding(router, { on: (name) => crashingChain(router.on(name), crash) });
}

function crashingChain(chain: Chain, crash: CrashSwitch): Chain {
  return overriding(chain, {
    precheck: (...given) => crash.around(['precheck'], () => chain.precheck(...given)),
    assemble: (...given) => crash.around(['assemble'], () => chain.assemble(...given)),
    broadcast: (...given) => crash.around(['broadcast'], () => chain.broadcast(...given)),
    observe: (...given) => crash.around(['observe'], () => chain.observe(...given)),
  });
}

/** Has the process crash around what it answers to writes. */
export function crashAtAnswers(server: Server, crash: CrashSwitch): void {
  server.prependListener('request', ({ method, url }: IncomingMessage, response: ServerResponse) => {
    if (method !== 'POST') return;
    const steps = [url === '/v1/payments' ? 'answer POST /payments' : 'answer another write'];
    const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
    response.end = (...args: unknown[]) => {
      crash.pass('before', steps);
      return end(...args);
    };
    // The operating system has all of it by now.
    response.once('finish', () => crash.pass('after', steps));
  });
}
