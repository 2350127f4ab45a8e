import { readFileSync } from 'node:fs';
import newman from 'newman';
import converter from 'openapi-to-postmanv2';
import { API_KEY, check, SERVICE, type Order } from '../check.mjs';

interface Item {
  name: string;
  item?: Item[];
  request?: any;
}

const document = { type: 'string', data: readFileSync('openapi.json', 'utf8') };
/** Without this option the converter sends the names of types for values. */
const options = { parametersResolution: 'Example' };
const collection = await new Promise<any>((resolve, reject) => {
  converter.convertV2(document, options, (error: unknown, result: any) => {
    if (result?.result === true) resolve(result.output[0].data);
    else reject(new Error(String(error ?? result?.reason)));
  });
});

const all = (items: readonly Item[]): readonly Item[] => items.flatMap((each) => (each.item ? all(each.item) : [each]));
const named = (name: string): Item => {
  const found = all(collection.item).find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no request ${name}`);
  return structuredClone(found);
};

/** Sends a request of the collection as Postman does. */
async function send(item: Item): Promise<any> {
  const one = { ...collection, item: [item] };
  const summary = await new Promise<any>((resolve, reject) => {
    newman.run(
      {
        collection: one,
        envVar: [
          { key: 'baseUrl', value: SERVICE },
          { key: 'bearerToken', value: API_KEY },
        ],
      },
      (error: unknown, result: any) => (error === null ? resolve(result) : reject(error)),
    );
  });
  const [{ response, requestError }] = summary.run.executions;
  if (response === undefined) throw requestError;
  return JSON.parse(response.stream.toString());
}

function pay(key: string, order: Order): Promise<any> {
  const item = named('Create and execute a payment');
  for (const header of item.request.header) {
    if (header.key === 'Idempotency-Key') header.value = key;
    if (header.key === 'Prefer') header.disabled = true;
  }
  item.request.body.raw = JSON.stringify(order);
  return send(item);
}

await check({
  pay,
  refusal: pay,
  list: (query) => {
    const item = named('List payments');
    const given = Object.entries(query).map(([key, value]) => ({ key, value: String(value) }));
    item.request.url.query = given;
    return send(item);
  },
});
