// Compiles the contracts of this folder into artifacts.json. The compiler is no dependency of the project, so that
// only who changes a contract needs it:
//
//   cd /tmp && npm pack solc@0.8.30 && tar xzf solc-0.8.30.tgz
//   node libs/chains/src/local/contracts/compile.mjs /tmp/package/soljson.js
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [, , compiler] = process.argv;
if (compiler === undefined) throw new Error('takes the path of soljson.js of solc 0.8.30');
const soljson = createRequire(import.meta.url)(resolve(compiler));
const compile = soljson.cwrap('solidity_compile', 'string', ['string', 'number', 'number']);

const CONTRACTS = { 'eip3009-token.sol': 'Eip3009Token', 'multicall3.sol': 'Multicall3' };
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(
    Object.keys(CONTRACTS).map((file) => [file, { content: readFileSync(new URL(file, import.meta.url), 'utf8') }]),
  ),
  settings: {
    optimizer: { enabled: true, runs: 10_000 },
    evmVersion: 'cancun',
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  },
};
const output = JSON.parse(compile(JSON.stringify(input), 0, 0));
const problems = output.errors ?? [];
if (problems.length > 0) throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'));

const artifacts = { compiler: 'solc 0.8.30, optimizer 10000 runs, evm cancun' };
for (const [file, name] of Object.entries(CONTRACTS)) {
  const { bytecode, deployedBytecode } = output.contracts[file][name].evm;
  artifacts[name] = { bytecode: `0x${bytecode.object}`, deployedBytecode: `0x${deployedBytecode.object}` };
}
writeFileSync(new URL('artifacts.json', import.meta.url), `${JSON.stringify(artifacts, null, 2)}\n`);
