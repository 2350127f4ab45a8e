import { Pool } from 'undici';

/** POSTs without a service behind them, to a receiver of webhooks. */
export interface PlainPosts {
  readonly kind: 'plain';
  readonly url: string;
  readonly count: number;
}

/** As many at once as the service makes. */
const AT_ONCE = 100;
/** As long as the envelope of a settled payment, and as many headers as it is sent with. */
const BODY = JSON.stringify({ data: 'x'.repeat(700) });
const HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'bench',
  'svc-signature': `t=1700000000,v1=${'0'.repeat(64)}`,
  'webhook-id': 'evt_01M7YMBFM5VWCCWZFJ11KKYHNZ',
  'webhook-timestamp': '1700000000',
  'webhook-signature': `v1,${'0'.repeat(43)}=`,
};

/** The floor of dispatch: what the HTTP client alone makes of it. @returns posts per second */
export async function plainPosts({ url, count }: PlainPosts): Promise<number> {
  const { origin, pathname: path } = new URL(url);
  const pool = new Pool(origin, { connections: AT_ONCE });
  const post = (): Promise<void> =>
    new Promise((resolve, reject) => {
      pool.dispatch(
        { path, method: 'POST', headers: HEADERS, body: BODY },
        {
          onRequestStart: () => undefined,
          onResponseStart: () => undefined,
          onResponseData: () => undefined,
          onResponseEnd: () => resolve(),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
  const began = performance.now();
  let left = count;
  const inTurns = async (): Promise<void> => {
    while (left-- > 0) await post();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurns));
  const seconds = (performance.now() - began) / 1_000;
  await pool.close();
  return count / seconds;
}
