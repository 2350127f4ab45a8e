/**
 * Whether a request asks for CSV (RFC 9110, 12.5.1): its `Accept` names `text/csv`, and does not weigh `application/json` as much.
 * Whatever else it says, the answer is JSON.
 */
export function prefersCsv(accept: string | undefined): boolean {
  return weightOf('text/csv', accept) > weightOf('application/json', accept);
}

function weightOf(type: string, accept = ''): number {
  const weights = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([name]) => name === type)
    .map(([, ...parameters]) => Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1));
  return Math.max(0, ...weights.filter((weight) => !Number.isNaN(weight)));
}
