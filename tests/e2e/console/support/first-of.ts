import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../../support/api';

/** The id of the first object of a list, which may appear a moment later. */
export function firstOf(api: Api, path: string): Promise<string> {
  return eventually(async () => {
    const { data } = (await api.get(path)).body as { readonly data: readonly { readonly id: string }[] };
    return data[0]?.id ?? false;
  });
}
