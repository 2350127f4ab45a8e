import type { PrincipalIds, RulesDocument } from '@stablecoin/contracts';
import type { Command } from '@stablecoin/event-sourcing';

type DraftData = { readonly draftId: string; readonly document: RulesDocument; readonly by: PrincipalIds };
export type DraftRules = Command<'DraftRules', DraftData>;
export type ReviseRules = Command<'ReviseRules', DraftData>;
export type DiscardRules = Command<'DiscardRules', { readonly draftId: string }>;
export type AgreeToRules = Command<
  'AgreeToRules',
  {
    readonly draftId: string;
    /** Of the draft that was read: nobody agrees to what they have not seen. */
    readonly revision: number;
    readonly by: PrincipalIds;
  }
>;
export type PublishRules = Command<
  'PublishRules',
  {
    readonly draftId: string;
    readonly by: PrincipalIds;
    readonly from: number | null;
    readonly isAlone: boolean;
  }
>;
export type RulesCommand = DraftRules | ReviseRules | DiscardRules | AgreeToRules | PublishRules;
