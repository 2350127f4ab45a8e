// Reads the CycloneDX bill of materials of the whole lockfile, and writes that of the packages that are installed in the working
// directory. `npm sbom --omit=dev` itself leaves out packages that services need and tests depend on, such as those of Nest.
import { globSync, readFileSync } from 'node:fs';

const installed = new Set(
  globSync('**/node_modules/{*,@*/*}/package.json').map((file) => {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8'));
    return `${name}@${version}`;
  }),
);
/** Of packages whose license file says so, and their manifest does not. */
const LICENSES = { eyes: 'MIT', 'text-encoding-utf-8': 'Unlicense' };
const bill = JSON.parse(readFileSync(0, 'utf8'));
const components = bill.components
  .filter(({ name, version }) => installed.has(`${name}@${version}`))
  .map((component) => ({
    ...component,
    // Another copy of the package may be for development alone; this one is not, and scanners skip what is.
    properties: component.properties?.filter(({ name }) => name !== 'cdx:npm:package:development'),
    licenses: component.licenses ?? (LICENSES[component.name] && [{ license: { id: LICENSES[component.name] } }]),
  }));
const kept = new Set([bill.metadata.component, ...components].map((component) => component['bom-ref']));
const dependencies = bill.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }));
process.stdout.write(`${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`);
