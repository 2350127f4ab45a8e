import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@stablecoin/contracts';
import { describeUnlessMissing } from '@stablecoin/event-sourcing/testing';
import { envExample, readConfiguration, VARIABLES } from '@stablecoin/host';
import { ROOT } from '../docker/compose-file';
import { CHART, helm, KUBERNETES, missingHelm, ofKind, podsOf, refusal, render, SECRET, selects } from './helm';
import type { Container, Manifest, Values } from './helm';

const MODES = ['standalone', 'pair', 'stack'] as const;
const POSTGRES = 'postgres://payments:secret@postgres:5432/payments';
/** What the Secret holds. */
const SECRETS: Readonly<Record<string, string>> = {
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  SERVICE_TOKEN: 'a-token-of-the-services',
  EVENT_STORE_URL: 'kurrentdb://admin:secret@eventstore:2113',
  DATABASE_URL: POSTGRES,
  BUS_URL: 'kafka://kafka:9092',
  RATE_LIMIT_URL: 'rediss://:secret@redis:6379',
};
const DOCUMENTED = new Set([...envExample().matchAll(/^(?:# )?([A-Z0-9_]+)(?==)/gm)].map(([, name = '']) => name));
const SECRET_VARIABLES = Object.values(VARIABLES)
  .filter(({ secret }) => secret)
  .map(({ name }) => name);

const rendered = new Map<string, readonly Manifest[]>();
/** Rendered once for all tests. */
function manifestsOf(values: Values): readonly Manifest[] {
  const key = JSON.stringify(values);
  const manifests = rendered.get(key) ?? render(values);
  rendered.set(key, manifests);
  return manifests;
}

/** A container's environment, with the secrets in it. */
function environmentOf({ name: part, env = [] }: Container): Readonly<Record<string, string | undefined>> {
  const secrets: Readonly<Record<string, string>> =
    part === 'instance' ? { ...SECRETS, EVENT_STORE_URL: POSTGRES } : SECRETS;
  return Object.fromEntries(
    env.map(({ name, value, valueFrom }) => [name, value ?? secrets[valueFrom?.secretKeyRef.key ?? '']]),
  );
}

describeUnlessMissing('the Helm chart', missingHelm(), () => {
  it.each(MODES)('passes the linter as a %s', (mode) => {
    expect(helm(['lint', CHART, '--strict', ...KUBERNETES], { mode, existingSecret: SECRET })).toContain(
      '0 chart(s) failed',
    );
  });

  it('has a deployment for each service of the stack, two instances of the pair, or one process on a volume', () => {
    const names = (mode: string) =>
      manifestsOf({ mode })
        .filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind))
        .map(({ metadata, spec }) => [metadata.name, spec.replicas]);
    expect(names('stack')).toEqual(
      expect.arrayContaining(SERVICES.map((service) => [`shop-stablecoin-payments-${service}`, 2])),
    );
    expect(names('stack')).toHaveLength(SERVICES.length);
    expect(names('pair').sort()).toEqual([
      ['shop-stablecoin-payments-instance', 2],
      ['shop-stablecoin-payments-proxy', 2],
    ]);
    expect(names('standalone')).toEqual([['shop-stablecoin-payments-standalone', 1]]);
    const [standalone] = ofKind(manifestsOf({ mode: 'standalone' }), 'StatefulSet');
    expect(standalone?.spec).toMatchObject({
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain' },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { resources: { requests: { storage: '20Gi' } } } }],
      template: {
        spec: { containers: [{ volumeMounts: expect.arrayContaining([{ name: 'data', mountPath: '/data' }]) }] },
      },
    });
  });

  describe.each(MODES)('as a %s', (mode) => {
    it('runs every container without root, privileges or a place to write, within limits', () => {
      for (const { spec } of podsOf(manifestsOf({ mode }))) {
        expect(spec).toMatchObject({
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        });
        for (const { image, resources, securityContext } of spec.containers) {
          expect(image).toMatch(/:\d+\.\d+\.\d+/);
          expect(securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          const amounts = { cpu: expect.any(String) as string, memory: expect.any(String) as string };
          expect(resources).toEqual({ requests: amounts, limits: amounts });
        }
      }
    });

    it('asks every container of a service whether it lives and is ready, on a port that it has', () => {
      const services = manifestsOf({ mode }).filter(({ kind }) => kind !== 'Job');
      for (const { name, ports = [], startupProbe, livenessProbe, readinessProbe } of containersOf(services)) {
        for (const probe of [livenessProbe, readinessProbe]) {
          expect(ports.map((port) => port.name)).toContain(probe?.httpGet.port);
        }
        if (name === 'proxy') continue;
        expect(startupProbe?.httpGet.path).toBe('/health/live');
        expect(livenessProbe?.httpGet.path).toBe('/health/live');
        // A standby is well but not ready, and only the proxy may care: a rollout and a budget count those that are well.
        expect(readinessProbe?.httpGet.path).toBe(name === 'instance' ? '/health/live' : '/health/ready');
      }
    });

    it('gives containers variables that are documented, and that the service takes', () => {
      for (const container of containersOf(manifestsOf({ mode })).filter(({ name }) => name !== 'proxy')) {
        const names = (container.env ?? []).map(({ name }) => name);
        expect(names.filter((name) => !DOCUMENTED.has(name))).toEqual([]);
        expect(new Set(names).size).toBe(names.length);
        expect(() => readConfiguration(environmentOf(container))).not.toThrow();
      }
    });

    it('has no secret, and takes each from the Secret that exists', () => {
      const manifests = manifestsOf({ mode, secretVariables: ['BASE_RPC_URLS'] });
      expect(ofKind(manifests, 'Secret')).toEqual([]);
      const variables = containersOf(manifests).flatMap(({ env = [] }) => env);
      const urls = ['EVENT_STORE_URL', 'BUS_URL', 'DATABASE_URL', 'RATE_LIMIT_URL'];
      const secret = variables.filter(({ name }) => [...SECRET_VARIABLES, ...urls].includes(name));
      expect(secret.map(({ name }) => name)).toContain('BASE_RPC_URLS');
      for (const { name, value, valueFrom } of secret) {
        expect([name, value]).toEqual([name, undefined]);
        expect(valueFrom?.secretKeyRef).toMatchObject({ name: SECRET, key: name });
      }
    });

    it('selects pods that are there, on ports that they have', () => {
      const manifests = manifestsOf({ mode });
      const pods = podsOf(manifests);
      for (const { metadata, spec } of ofKind(manifests, 'Service')) {
        const selected = pods.filter((pod) => selects(spec.selector, pod.metadata.labels));
        expect([metadata.name, selected.length]).toEqual([metadata.name, 1]);
        const names = selected.flatMap((pod) => pod.spec.containers.flatMap(({ ports = [] }) => ports));
        for (const { targetPort } of spec.ports) {
          expect(names.map(({ name }) => name)).toContain(targetPort);
        }
      }
      const policies = ofKind(manifests, 'NetworkPolicy');
      for (const { metadata } of pods) {
        expect(policies.filter(({ spec }) => selects(spec.podSelector.matchLabels, metadata.labels))).toHaveLength(1);
      }
    });

    it('lets a node be drained pod by pod', () => {
      const manifests = manifestsOf({ mode });
      const deployments = ofKind(manifests, 'Deployment');
      const budgets = ofKind(manifests, 'PodDisruptionBudget');
      expect(budgets.map(({ metadata }) => metadata.name).sort()).toEqual(
        deployments.map(({ metadata }) => metadata.name).sort(),
      );
      for (const { spec } of budgets) {
        expect(spec).toMatchObject({ maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' });
        expect(deployments.some((each) => selects(spec.selector.matchLabels, each.spec.template.metadata.labels))).toBe(
          true,
        );
      }
    });
  });

  it('tells the services of the stack where the others answer', () => {
    const manifests = manifestsOf({ mode: 'stack' });
    const addresses = ofKind(manifests, 'Service').map(({ metadata }) => `http://${metadata.name}:3001`);
    for (const container of containersOf(manifests).filter(({ name }) => ['gateway', 'payment'].includes(name))) {
      const { queryUrls } = readConfiguration(environmentOf(container));
      const urls = Object.values(queryUrls).filter((url) => url !== null);
      expect(urls.length).toBe(container.name === 'gateway' ? SERVICES.length - 1 : 3);
      for (const url of urls) expect(addresses).toContain(url);
    }
  });

  it('makes the topics before the services start', () => {
    const [job] = ofKind(manifestsOf({ mode: 'stack' }), 'Job');
    expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    expect(containersOf(job === undefined ? [] : [job])[0]?.args).toEqual([
      'topics',
      '--partitions',
      '12',
      '--retention-days',
      '7',
      '--replication',
      '3',
    ]);
  });

  it('has the proxy of the pair find the leader as that of docker-compose.pair.yml does', () => {
    const [map] = ofKind(manifestsOf({ mode: 'pair' }), 'ConfigMap');
    const known = readFileSync(join(ROOT, 'infra', 'docker', 'proxy', 'pair.cfg'), 'utf8');
    const linesOf = (text = '') =>
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => !/^(#|$)/.test(line));
    const own = linesOf(map?.data?.['haproxy.cfg']);
    expect(linesOf(known).filter((line) => !own.includes(line))).toEqual([
      'resolvers docker',
      'nameserver engine 127.0.0.11:53',
      'server-template instance 8 instance:3000 resolvers docker init-addr none',
    ]);
    expect(own).toContain(
      'server-template instance 8 shop-stablecoin-payments-instance.money.svc.cluster.local:3000 resolvers cluster init-addr none',
    );
    const [instances] = ofKind(manifestsOf({ mode: 'pair' }), 'Service').filter(({ metadata }) =>
      metadata.name.endsWith('-instance'),
    );
    expect(instances?.spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true });
  });

  it('trusts as many proxies as stand in front', () => {
    const ingress = { enabled: true, host: 'pay.example.com', tlsSecret: 'pay-tls' };
    const trusted = (values: Values) =>
      containersOf(manifestsOf(values)).flatMap(({ env = [] }) =>
        env.filter(({ name }) => name === 'TRUST_PROXY').map(({ value }) => value),
      );
    expect(trusted({ mode: 'standalone' })).toEqual([]);
    expect(trusted({ mode: 'stack' })).toEqual([]);
    // Who reaches the API beside the ingress could name any address.
    const networkPolicy = { apiFrom: [{ namespaceSelector: { matchLabels: { name: 'ingress-nginx' } } }] };
    expect(trusted({ mode: 'stack', ingress })).toEqual([]);
    expect(trusted({ mode: 'stack', ingress, networkPolicy })).toEqual(['1']);
    expect(trusted({ mode: 'stack', ingress, networkPolicy: { ...networkPolicy, enabled: false } })).toEqual([]);
    expect(trusted({ mode: 'pair', ingress, networkPolicy })).toEqual(['2']);
    expect(trusted({ mode: 'pair' })).toEqual(['1']);
    expect(trusted({ mode: 'pair', ingress })).toEqual(['1']);
    expect(trusted({ mode: 'pair', config: { TRUST_PROXY: '10.0.0.0/8' } })).toEqual(['10.0.0.0/8']);
    const [rule] = ofKind(manifestsOf({ mode: 'pair', ingress }), 'Ingress');
    expect(rule?.spec.tls).toEqual([{ hosts: ['pay.example.com'], secretName: 'pay-tls' }]);
  });

  it('hands Prometheus each part that has metrics, when it is asked to', () => {
    expect(ofKind(manifestsOf({ mode: 'stack' }), 'ServiceMonitor')).toEqual([]);
    const manifests = manifestsOf({ mode: 'stack', metrics: { serviceMonitor: { enabled: true } } });
    const [monitor] = ofKind(manifests, 'ServiceMonitor');
    const watched = ofKind(manifests, 'Service').filter(({ metadata }) =>
      selects(monitor?.spec.selector.matchLabels ?? {}, metadata.labels ?? {}),
    );
    expect(watched).toHaveLength(SERVICES.length);
    for (const { spec } of watched) expect(spec.ports).toContainEqual(expect.objectContaining({ name: 'metrics' }));
  });

  it('gives a service its own variables beside those of all', () => {
    const manifests = manifestsOf({
      mode: 'stack',
      config: {
        LOG_LEVEL: 'warn',
        WAIT_MS: 5_000,
        SOLANA_PRIORITY_PRICE_MAX: 1_000_000,
        OTEL_TRACES_SAMPLER_ARG: 0.25,
      },
      stack: { payment: { config: { LOG_LEVEL: 'debug' }, secretVariables: ['TREASURY_KEY'] } },
    });
    const of = (service: string) =>
      containersOf(manifests)
        .find(({ name }) => name === service)
        ?.env?.map(({ name, value }) => [name, value]) ?? [];
    expect(of('payment')).toEqual(
      expect.arrayContaining([
        ['LOG_LEVEL', 'debug'],
        ['WAIT_MS', '5000'],
        // Helm reads a large number as a float, and would write it as 1e+06.
        ['SOLANA_PRIORITY_PRICE_MAX', '1000000'],
        ['OTEL_TRACES_SAMPLER_ARG', '0.25'],
        ['TREASURY_KEY', undefined],
      ]),
    );
    expect(of('wallet')).toContainEqual(['LOG_LEVEL', 'warn']);
    expect(of('wallet')).not.toContainEqual(['TREASURY_KEY', undefined]);
  });

  it('keeps every secret variable, and those that the templates set, out of plain values', () => {
    const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as {
      readonly $defs: Readonly<Record<'secret' | 'setByTheChart', { readonly enum: readonly string[] }>>;
    };
    const { secret, setByTheChart } = schema.$defs;
    expect(secret.enum).toEqual(expect.arrayContaining(SECRET_VARIABLES));
    expect([...secret.enum, ...setByTheChart.enum].filter((name) => !DOCUMENTED.has(name))).toEqual([]);
  });

  it.each<[string, Values, RegExp]>([
    ['a mode that there is not', { mode: 'cluster' }, /mode/],
    ['a secret among plain variables', { config: { SECRETS_KEY: 'x' } }, /SECRETS_KEY/],
    ['a URL with a password among plain variables', { config: { DATABASE_URL: 'postgres://a:b@c/d' } }, /DATABASE_URL/],
    ['a variable that the chart sets', { config: { QUERY_PORT: '1' } }, /QUERY_PORT/],
    ['what is no name of a variable', { secretVariables: ['base-rpc'] }, /secretVariables/],
    ['one instance of the pair', { pair: { replicas: 1 } }, /replicas/],
    ['two processes on one folder', { mode: 'standalone', standalone: { replicas: 2 } }, /standalone/],
    ['no limits', { pair: { resources: { limits: null } } }, /limits/],
    ['a misspelt value', { networkPolicies: {} }, /networkPolicies/],
    ['a digest that is none', { image: { digest: 'latest' } }, /digest/],
    ['no Secret', { existingSecret: '' }, /existingSecret is required/],
    ['an ingress without a host', { ingress: { enabled: true } }, /ingress\.host is required/],
  ])('refuses %s', (_what, values, message) => {
    expect(refusal(values)).toMatch(message);
  });
});

function containersOf(manifests: readonly Manifest[]): readonly Container[] {
  return podsOf(manifests).flatMap(({ spec }) => spec.containers);
}
