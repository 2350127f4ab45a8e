import { invalid } from '@stablecoin/contracts';

const PATH_LENGTH_MAX = 512;
/** One slash at first: two, or one and a backslash, begin the name of another host. No white space: browsers drop it. */
const PATH = /^\/(?![/\\])[!-[\]-~]*$/;

/**
 * Where the browser goes after the sign-in: a path of this service and never another site.
 *
 * @throws ApiError `invalid_request`
 */
export function returnPathOf(path: string): string {
  const isPath = path.length <= PATH_LENGTH_MAX && PATH.test(path);
  const here = 'https://service.invalid';
  if (isPath && URL.canParse(path, here) && new URL(path, here).origin === here) return path;
  throw invalid(
    'return_to',
    `return_to must be a path of this service, such as "/docs", of up to ${PATH_LENGTH_MAX} characters.`,
  );
}
