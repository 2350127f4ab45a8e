import type { Variable } from './variable';
import { VARIABLES } from './variables';

const HEADER = `# Every variable that the service reads, with its default. A variable without one is commented out.
# Made from libs/host/src/configuration/variables.ts: UPDATE_ENV_EXAMPLE=1 npx jest libs/host/src/configuration
`;

/** The text of `.env.example`. */
export function envExample(): string {
  return [HEADER, ...Object.values<Variable<unknown>>(VARIABLES).map(entryOf)].join('\n');
}

function entryOf({ name, description, parser, fallback }: Variable<unknown>): string {
  const assignment = fallback === null ? `# ${name}=` : `${name}=${fallback}`;
  return `# ${description}\n# Takes ${parser.takes}.\n${assignment}\n`;
}
