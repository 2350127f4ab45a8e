import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../docker/compose-file';

export const CHART = join(ROOT, 'infra', 'helm', 'stablecoin-payments');
export const SECRET = 'payments-secrets';
/** The oldest Kubernetes that the chart takes: by itself, Helm renders for the version that it was compiled with. */
export const KUBERNETES = ['--kube-version', '1.30.0'];

/** The part of a manifest that the tests read. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Labels;
    readonly annotations?: Labels;
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: Spec;
}

type Labels = Readonly<Record<string, string>>;

/** What the kinds have. */
interface Spec {
  readonly replicas: number;
  readonly template: Pod;
  /** Of a Service the labels themselves. */
  readonly selector: Labels & { readonly matchLabels: Labels };
  readonly podSelector: { readonly matchLabels: Labels };
  readonly ports: readonly { readonly name: string; readonly targetPort: string }[];
  readonly tls: readonly object[];
}

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef: { readonly name: string; readonly key: string; readonly optional?: boolean };
  };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: Readonly<Record<'requests' | 'limits', { readonly cpu?: string; readonly memory?: string }>>;
  readonly securityContext: object;
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Pod {
  readonly metadata: { readonly labels: Labels };
  readonly spec: {
    readonly containers: readonly Container[];
    readonly automountServiceAccountToken: boolean;
    readonly enableServiceLinks: boolean;
    readonly securityContext: object;
    readonly volumes: readonly object[];
  };
}

export type Values = Readonly<Record<string, unknown>>;

/** @returns what keeps Helm from running here, with the remedy; `undefined`: nothing */
export function missingHelm(): string | undefined {
  try {
    execFileSync('helm', ['version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'helm is missing: run infra/scripts/install-go-programs.sh';
  }
}

/** @throws Error with what Helm says, when it refuses the values */
export function render(values: Values): readonly Manifest[] {
  const output = helm(['template', 'shop', CHART, '--namespace', 'money', ...KUBERNETES], {
    existingSecret: SECRET,
    ...values,
  });
  return parseAllDocuments(output)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** @returns what Helm says to values that it refuses; empty: it takes them */
export function refusal(values: Values): string {
  try {
    render(values);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Runs Helm.
 *
 * @param values - the values, in the place of a file
 * @throws Error with what it says, when it fails
 */
export function helm(args: readonly string[], values: Values): string {
  return execFileSync('helm', [...args, '--values', '-'], {
    input: JSON.stringify(values),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

export const podsOf = (manifests: readonly Manifest[]): readonly Pod[] =>
  manifests.filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind)).map(({ spec }) => spec.template);

export const ofKind = (manifests: readonly Manifest[], kind: string): readonly Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);

export function selects(selector: Labels, labels: Labels): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value);
}
