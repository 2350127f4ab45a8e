// Compiles the contracts of this folder into artifacts.json, or prints what it would write:
//
//   node libs/chains/src/evm/contracts/compile.mjs [--print]
import { readFileSync, writeFileSync } from 'node:fs';
import solc from 'solc';

const CONTRACTS = ['SpendLimitModule', 'LimitedSafes'];
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(
    CONTRACTS.map((name) => [
      `${name}.sol`,
      { content: readFileSync(new URL(`${name}.sol`, import.meta.url), 'utf8') },
    ]),
  ),
  settings: {
    optimizer: { enabled: true, runs: 10_000 },
    evmVersion: 'cancun',
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  },
};
const output = JSON.parse(solc.compile(JSON.stringify(input)));
const problems = output.errors ?? [];
if (problems.length > 0) throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'));

const artifacts = { compiler: `solc ${solc.version()}, optimizer 10000 runs, evm cancun` };
for (const name of CONTRACTS) {
  const { abi, evm } = output.contracts[`${name}.sol`][name];
  artifacts[name] = { abi, bytecode: `0x${evm.bytecode.object}`, deployedBytecode: `0x${evm.deployedBytecode.object}` };
}
const json = `${JSON.stringify(artifacts, null, 2)}\n`;
if (process.argv.includes('--print')) process.stdout.write(json);
else writeFileSync(new URL('artifacts.json', import.meta.url), json);
