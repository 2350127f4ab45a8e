import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

interface DryRun {
  readonly tasks: readonly { readonly taskId: string }[];
}

/** The packages that a build of one package builds. */
function builtWith(name: string): readonly string[] {
  const turbo = join(ROOT, 'node_modules', '.bin', 'turbo');
  const args = ['run', 'build', `--filter=${name}`, '--dry=json'];
  const output = execFileSync(turbo, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  });
  const { tasks } = JSON.parse(output) as DryRun;
  return tasks.map(({ taskId }) => taskId.replace('#build', ''));
}

// The console is a client: it depends on no package of the workspace.
it.each(readdirSync(join(ROOT, 'apps')).filter((app) => app !== 'console'))(
  'a build of %s includes the packages that it depends on',
  (app) => {
    const { name, dependencies } = JSON.parse(readFileSync(join(ROOT, 'apps', app, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const libraries = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@stablecoin/'));
    expect(libraries.length).toBeGreaterThan(0);
    expect(builtWith(name)).toEqual(expect.arrayContaining([name, ...libraries]));
  },
);
