// Compiles the contracts of this folder into artifacts.json: node libs/chains/src/local/contracts/compile.mjs
// With --print it writes them to stdout and leaves the file alone.
import { readFileSync, writeFileSync } from 'node:fs';
import solc from 'solc';

const CONTRACTS = {
  'eip3009-token.sol': 'Eip3009Token',
  'token-proxy.sol': 'TokenProxy',
  'multicall3.sol': 'Multicall3',
};
const IMPORTED = ['signed.sol'];
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(
    [...Object.keys(CONTRACTS), ...IMPORTED].map((file) => [
      file,
      { content: readFileSync(new URL(file, import.meta.url), 'utf8') },
    ]),
  ),
  settings: {
    optimizer: { enabled: true, runs: 10_000 },
    evmVersion: 'cancun',
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  },
};
const output = JSON.parse(solc.compile(JSON.stringify(input)));
const problems = output.errors ?? [];
if (problems.length > 0) throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'));

const artifacts = { compiler: 'solc 0.8.30, optimizer 10000 runs, evm cancun' };
for (const [file, name] of Object.entries(CONTRACTS)) {
  const { bytecode, deployedBytecode } = output.contracts[file][name].evm;
  artifacts[name] = { bytecode: `0x${bytecode.object}`, deployedBytecode: `0x${deployedBytecode.object}` };
}
const text = `${JSON.stringify(artifacts, null, 2)}\n`;
if (process.argv.includes('--print')) process.stdout.write(text);
else writeFileSync(new URL('artifacts.json', import.meta.url), text);
