import type { Command, Decider } from '@stablecoin/event-sourcing';

/** The key that on-chain ids are made with, told by a check value that reveals nothing of it. */
export type OnchainIdKeyNoted = { readonly type: 'OnchainIdKeyNoted'; readonly data: { readonly check: string } };
export type NoteOnchainIdKey = Command<'NoteOnchainIdKey', { readonly check: string }>;

/** The check value of the first start; null before it. */
export interface OnchainIdKeyState {
  readonly check: string | null;
}

export const ONCHAIN_ID_KEY_STREAM = 'onchain_id_key-live';

/** Notes the key at the first start, and never again: it must not change (protocol rule 31). */
export const onchainIdKeyDecider: Decider<OnchainIdKeyState, NoteOnchainIdKey, OnchainIdKeyNoted> = {
  category: 'onchain_id_key',
  firstCommands: ['NoteOnchainIdKey'],
  initialState: () => ({ check: null }),
  decide: ({ data }, { check }) => (check === null ? [{ type: 'OnchainIdKeyNoted', data }] : []),
  evolve: (_, { data }) => ({ check: data.check }),
};
