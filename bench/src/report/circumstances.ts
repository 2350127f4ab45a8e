import { cpus } from 'node:os';

/** The date and minute of now, as reports have it. */
export function nowInUtc(): string {
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** How many processors this machine has, and of what kind. */
export function processors(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}`;
}
