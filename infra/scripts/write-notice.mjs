// `npm run generate` writes NOTICE: what of others reaches the image, with its licence, by the lockfile. With `--check` it writes
// nothing and fails if NOTICE is not up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** Licences that may reach the image, as SPDX names them. Another one has to be looked at by a person first. */
const ACCEPTED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-only',
  'MIT',
  'Unlicense',
];
/** Licences of packages whose manifest names none in a form that npm keeps, read from their files. */
const READ = { eyes: 'MIT', 'text-encoding-utf-8': 'Unlicense' };
/** Dependencies of the build whose files it puts into the image: those of the console's scripts, and the viewer of `/docs`. */
const BUNDLED = {
  'apps/console': /^(?!@types\/|@tailwindcss\/|@vitejs\/|vite$)/,
  'infra/build': /^swagger-ui-dist$/,
};
const FILE = join(root, 'NOTICE');
const HEAD = `Stablecoin payments
Copyright of the contributors. Licensed under the Apache License, Version 2.0 (see LICENSE).

The container image has, besides this project's code, Node.js, the Debian packages base-files, libatomic1, libc6, libgcc-s1 and
libstdc++6 (their notices are in /usr/share/doc of the image), and the npm packages below. The full licence of a package is in its
folder in node_modules of the image; packages of the console are part of its scripts. The bill of materials in sbom.cdx.json of the
image has their versions. The clients of AWS KMS and Google Cloud KMS, with what they depend on, are in an image only if it was built
with them. infra/scripts/write-notice.mjs writes this file.

rpc-websockets is under LGPL-3.0-only. It is a dependency of @solana/web3.js version 1, is not modified, and is a separate package
in node_modules, where it can be replaced.
`;

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const reached = new Map();
for (const path of Object.keys(packages)) {
  if (!/^(apps|libs|infra\/kms)\/[^/]+$/.test(path) && !(path in BUNDLED)) continue;
  const { dependencies = {}, devDependencies = {} } = packages[path];
  const bundled = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => BUNDLED[path]?.test(name));
  const needed = path === 'infra/build' ? [] : Object.keys(dependencies);
  for (const name of [...needed, ...bundled]) reach(path, name, path);
}

const text = notice();
if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') !== text) {
    console.error('NOTICE is not up to date: run node infra/scripts/write-notice.mjs');
    process.exit(1);
  }
} else {
  writeFileSync(FILE, text);
}

/** Notes a package and all that it needs to run. */
function reach(from, name, by) {
  const path = pathOf(from, name);
  if (path === undefined) return;
  const found = packages[path].link ? packages[path].resolved : path;
  if (!found.includes('node_modules/')) return;
  if (reached.has(found)) return;
  const {
    dependencies,
    optionalDependencies,
    peerDependencies = {},
    peerDependenciesMeta = {},
    license,
  } = packages[found];
  const peers = Object.keys(peerDependencies).filter((each) => peerDependenciesMeta[each]?.optional !== true);
  reached.set(found, { name, license: license ?? READ[name] ?? 'unknown', by });
  for (const each of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) reach(found, each, name);
}

/** Where Node finds a package: the closest folder above the one that needs it. */
function pathOf(from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
  }
}

function notice() {
  const all = [...reached.values()];
  const refused = all.filter(
    ({ license }) =>
      !license
        .replace(/[()]/g, '')
        .split(/ AND | OR /)
        .every((each) => ACCEPTED.includes(each)),
  );
  if (refused.length > 0) {
    for (const { name, license, by } of refused) console.error(`${name} (by way of ${by}) has the licence ${license}`);
    console.error('Look at these licences, then add them to ACCEPTED, or to READ, in infra/scripts/write-notice.mjs.');
    process.exit(1);
  }
  const licenses = [...new Set(all.map(({ license }) => license))].sort();
  const lines = licenses.flatMap((license) => {
    const names = all.filter((each) => each.license === license).map(({ name }) => name);
    return ['', `${license}:`, ...[...new Set(names)].sort().map((name) => `  ${name}`)];
  });
  return `${HEAD}${lines.join('\n')}\n`;
}
