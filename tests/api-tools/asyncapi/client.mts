import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { TypeScriptGenerator } from '@asyncapi/modelina';

const document = JSON.parse(readFileSync('asyncapi.json', 'utf8'));
// Without rawPropertyNames `status` becomes `reservedStatus`.
const generator = new TypeScriptGenerator({ modelType: 'interface', enumType: 'union', rawPropertyNames: true });
const models = await generator.generate(document);
const names = models.map(({ modelName }) => modelName);

assert.deepEqual(
  names.filter((name) => /anonymous/i.test(name)),
  [],
);
for (const name of ['Payment', 'PaymentStatus', 'ComplianceCompleted', 'FundedWallet']) assert.ok(names.includes(name));
const payment = models.find(({ modelName }) => modelName === 'Payment')?.result ?? '';
assert.match(payment, /'status': PaymentStatus;/);
assert.match(payment, /'chain': PaymentChain \| null;/);
console.log(`It is valid, and ${names.length} types have names.`);
