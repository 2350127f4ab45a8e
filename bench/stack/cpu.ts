import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in ticks of 10 ms. */
const TICK_MS = 10;

interface ProcessUsage {
  readonly pid: number;
  readonly parent: number;
  /** Of itself and of those of its children that have ended. */
  readonly cpuMs: number;
}

/** CPU time in milliseconds that each of some processes has used, with all its own processes. */
export function cpuOf(processes: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? usageOf(Number(name)) : []));
  const childrenOf = (pid: number): readonly ProcessUsage[] => all.filter(({ parent }) => parent === pid);
  const total = (pid: number): number =>
    childrenOf(pid).reduce((sum, child) => sum + total(child.pid), all.find((one) => one.pid === pid)?.cpuMs ?? 0);
  return new Map([...processes].map(([name, pid]) => [name, total(pid)]));
}

/** Nothing of a process that has ended meanwhile. */
function usageOf(pid: number): readonly ProcessUsage[] {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return [];
  }
  // The name of the process, in brackets, may hold blanks.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return [{ pid, parent: fields[1] ?? 0, cpuMs: (user + system + childUser + childSystem) * TICK_MS }];
}
