import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { METRIC_DESCRIPTIONS } from '@stablecoin/host';
import { sectionOf } from '../e2e/support/markdown';
import { allRules, describeWithPrometheus, PROMETHEUS_FOLDER, ruleFiles } from '../e2e/support/prometheus';
import { filesNamed, textOf } from '../e2e/support/repository';

const RUNBOOKS = 'docs/runbooks';
const AT = `https://github.com/stablecoin-payments/stablecoin-payments/blob/main/${RUNBOOKS}/`;
const alerts = allRules().filter(({ alert }) => alert !== undefined);

/** `file#Alert` of every section of every runbook. */
const sections = readdirSync(RUNBOOKS)
  .filter((file) => file !== 'README.md')
  .flatMap((file) => [...textOf(join(RUNBOOKS, file)).matchAll(/^## (\w+)$/gm)].map(([, name]) => `${file}#${name}`));

describe('Each alert', () => {
  it.each(alerts.map((rule) => [rule.alert ?? '', rule] as const))(
    '%s says how bad it is, what it is and what to do',
    (name, { labels, annotations = {} }) => {
      expect(['critical', 'warning']).toContain(labels?.['severity']);
      expect(annotations['summary']).toMatch(/^[A-Z{].*\.$/);
      expect(annotations['description']?.length).toBeGreaterThan(80);
      expect(annotations['runbook_url']).toMatch(new RegExp(`^${AT}\\w+\\.md#${name.toLowerCase()}$`));
    },
  );

  it('has a section of a runbook, at its address, and each section has an alert', () => {
    const addressed = alerts.map(({ alert, annotations = {} }) => {
      const [file = ''] = (annotations['runbook_url'] ?? '').slice(AT.length).split('#');
      return `${file}#${alert}`;
    });
    expect(sections.toSorted()).toEqual(addressed.toSorted());
  });

  it('has what to look at and what to do in its section', () => {
    const poor = sections.filter((section) => {
      const [file = '', name = ''] = section.split('#');
      const text = textOf(join(RUNBOOKS, file));
      const line = text.split('\n').indexOf(`## ${name}`) + 1;
      const prose = sectionOf(text, line);
      return !prose.includes('**Look at**') || !prose.includes('**Do**');
    });
    expect(poor).toEqual([]);
  });

  it('is in the list of observability.md, under its severity', () => {
    const lists = textOf('docs/observability.md').matchAll(/^- \*\*(critical|warning)\*\*: (.*(?:\n {2}.*)*)/gm);
    const listed = [...lists].flatMap(([, severity, links = '']) =>
      [...links.matchAll(/\[`(\w+)`\]\(runbooks\//g)].map(([, alert]) => [alert, severity]),
    );
    expect(listed.toSorted()).toEqual(alerts.map(({ alert, labels }) => [alert, labels?.['severity']]).toSorted());
  });

  it('asks for metrics that the service has, or that npm run backup writes', () => {
    const ofBackups = /'stablecoin_(\w+)'/.exec(textOf('apps/standalone/src/tools/backup/make-backup.ts'))?.[1] ?? '';
    const documented = new Set([...Object.keys(METRIC_DESCRIPTIONS), ofBackups]);
    const recorded = new Set(allRules().map(({ record }) => record));
    const unknown = allRules().flatMap(({ alert, record, expr }) =>
      [...expr.matchAll(/[\w:]*stablecoin_[\w:]+/g)]
        .map(([name]) => name)
        .filter((name) => !recorded.has(name))
        .filter(
          (name) => !documented.has(name.replace(/^stablecoin_/, '').replace(/(?<=_seconds)_(bucket|count|sum)$/, '')),
        )
        .map((name) => `${alert ?? record}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('The descriptions of metrics', () => {
  it('are of every metric of the code, and of no other', () => {
    const isProduct = (file: string): boolean => /\/src\//.test(file) && !/\.spec\.ts$|\/testing\//.test(file);
    const source = filesNamed(/\.ts$/).filter(isProduct).map(textOf).join('\n');
    const inCode = [...source.matchAll(/\bmeter\.(?:count|gauge|observe)\(\s*'(\w+)'/g)].map(([, name = '']) => name);
    const counted = new Set([...inCode, 'metrics_dropped_total']);
    expect(Object.keys(METRIC_DESCRIPTIONS).toSorted()).toEqual([...counted].toSorted());
  });
});

describeWithPrometheus('promtool', () => {
  const promtool = (...args: readonly string[]): string =>
    execFileSync('promtool', args, { cwd: PROMETHEUS_FOLDER, encoding: 'utf8', stdio: 'pipe' });

  it('takes every rule', () => {
    expect(promtool('check', 'rules', '--lint=all', '--lint-fatal', ...ruleFiles().keys())).toMatch(/SUCCESS/);
  });

  it.each(['standalone.yml', 'pair.yml', 'stack.yml', 'together.yml'])('takes the configuration %s', (file) => {
    expect(promtool('check', 'config', file)).toMatch(/SUCCESS: .*valid prometheus config/);
  });

  it('fires and resolves each alert of alerts.test.yml', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toMatch(/SUCCESS/);
  });
});
