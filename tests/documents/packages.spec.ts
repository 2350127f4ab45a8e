/** @checks */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import leftOut from '../../sdks/vectors/left-out.json';
import { tableUnder } from '../e2e/support/markdown';
import { ROOT, textOf } from '../e2e/support/repository';

interface Manifest {
  readonly version: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
}

const manifestOf = (folder: string): Manifest => JSON.parse(textOf(join(folder, 'package.json'))) as Manifest;
const found = (file: string, pattern: RegExp): string | undefined => pattern.exec(textOf(file))?.[1];
/** Their authors name Node 22. The tests of the signers run them on Node 20 too, and nothing loads them unless a key is in Google Cloud. */
const TRIED_ON_NODE_20 = ['@google-cloud/kms', 'gaxios'];
/** What an image has if it was built for a KMS. */
const KMS_CLIENTS = 'infra/kms';
/** The releases of Node that continuous integration uses, and the newest of the line between them. */
const RELEASES = ['20.19.0', '22.23.4', '24.22.1', '26.12.1'];

describe('The page of the SDKs', () => {
  const page = textOf('sdks/README.md');

  it('has the versions that the SDKs send', () => {
    const versions = tableUnder(page, '# SDKs').map(([, version]) => version);
    expect(versions).toEqual([
      manifestOf('sdks/typescript').version,
      found('sdks/python/src/stablecoin_payments/_version.py', /"(.+)"/),
      found('sdks/go/stablecoin.go', /^const Version = "(.+)"$/m),
    ]);
  });

  it('names every operation that the SDKs have no method for, as `npm run generate` writes it', () => {
    const rows = leftOut.operations.map(({ operation, instead }) => [`\`${operation}\``, instead]);
    expect(tableUnder(page, '## Coverage')).toEqual(rows);
  });
});

describe('The manifests', () => {
  const folders = ['apps', 'libs', KMS_CLIENTS].flatMap((group) =>
    readdirSync(join(ROOT, group)).map((name) => join(group, name)),
  );
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    readonly packages: Readonly<Record<string, Partial<Manifest>>>;
  };

  it.each(folders)('%s runs on every release of Node that its engines name, with what it needs', (folder) => {
    const { engines, dependencies = {} } = manifestOf(folder);
    expect(RELEASES.filter((release) => !satisfies(release, engines.node))).toEqual([]);
    const wrong = Object.keys(dependencies).filter((name) => {
      const needed = (packages[`${folder}/node_modules/${name}`] ?? packages[`node_modules/${name}`])?.engines?.node;
      return needed !== undefined && RELEASES.some((release) => !satisfies(release, needed));
    });
    expect(wrong.filter((name) => !TRIED_ON_NODE_20.includes(name))).toEqual([]);
  });

  it('the clients of key services are those that the signers were tested with', () => {
    const clients = readdirSync(join(ROOT, KMS_CLIENTS)).map((name) => manifestOf(join(KMS_CLIENTS, name)));
    const installed = Object.assign({}, ...clients.map(({ dependencies }) => dependencies)) as unknown;
    expect(installed).toEqual(manifestOf('libs/chains').peerDependencies);
  });

  it('NOTICE has what reaches the image, and its licences are accepted', () => {
    const { status, stderr } = spawnSync(process.execPath, ['infra/scripts/write-notice.mjs', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
