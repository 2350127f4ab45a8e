import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES, strainOf } from './rules';
import type { RuleName } from './rules';
import { Simulator } from './simulator';

const RULES_FILE = join(__dirname, 'rules.ts');
/** A rule whose case is rarer than that needs more strain. */
const SEEDS_MAX = 1_500;

/**
 * Finds the first seed that shows what each rule is for, and writes it beside the rule. Another version of the code takes
 * its steps in another order.
 *
 * @param names - of the rules; none: all
 * @returns the rules for which none was found; their seeds stay
 */
export async function findSeeds(names: readonly RuleName[], say: (line: string) => void): Promise<readonly string[]> {
  const simulator = new Simulator();
  const missing: string[] = [];
  let rules = readFileSync(RULES_FILE, 'utf8');
  for (const { name, finds, seed: before } of RULES.filter((rule) => names.length === 0 || names.includes(rule.name))) {
    const strain = strainOf([name]);
    const seed = await firstSeed(async (each) => {
      const { violation } = await simulator.run(each, { off: [name], strain });
      if (violation?.includes(finds) !== true) return false;
      return (await simulator.run(each, { strain })).violation === null;
    });
    say(`rule ${name}: ${before} → ${seed ?? 'none'}`);
    if (seed === null) {
      missing.push(name);
      continue;
    }
    rules = withSeedOfRule(rules, name, seed);
  }
  await simulator.close();
  writeFileSync(RULES_FILE, rules);
  return missing;
}

async function firstSeed(shows: (seed: number) => Promise<boolean>): Promise<number | null> {
  for (let seed = 1; seed <= SEEDS_MAX; seed++) if (await shows(seed)) return seed;
  return null;
}

function withSeedOfRule(rules: string, name: string, seed: number): string {
  const at = rules.indexOf(`name: '${name}',`);
  return rules.slice(0, at) + rules.slice(at).replace(/seed: \d+,/, `seed: ${seed},`);
}
