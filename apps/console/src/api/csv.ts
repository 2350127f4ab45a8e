import { ApiError } from './errors';
import { refreshSession } from './session';

/**
 * Saves a list of the API as a CSV file, with all of its rows.
 *
 * @param path - of the list, such as `/v1/treasury/ledger`
 * @param query - its filters
 * @param fileName - as the browser saves it
 * @throws ApiError - as any request
 */
export async function downloadCsv(path: string, query: Readonly<Record<string, string>>, fileName: string) {
  const url = `${path}?${new URLSearchParams(query).toString()}`;
  const response = await fetch(url, { headers: { accept: 'text/csv' } }).catch(() => null);
  if (response === null) throw ApiError.unreachable();
  if (response.status === 401) await refreshSession().catch(() => undefined);
  if (!response.ok) throw await ApiError.of(response);
  const href = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
  // Not at once: the browser has to begin first.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
