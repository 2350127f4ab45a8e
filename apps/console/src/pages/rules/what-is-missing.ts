import type { Resource } from '../../api/client';

type Draft = Pick<Resource<'RuleDraft'>, 'livemode' | 'drafted_by' | 'agreed_by' | 'revision'>;

/**
 * What a draft needs before it is published, in words.
 *
 * @param person - id of who looks at it
 */
export function whatIsMissing(
  { livemode, drafted_by: author, agreed_by: agreed, revision }: Draft,
  person: string,
): string {
  if (!livemode) return 'The sandbox needs no second person: you can publish it.';
  if (agreed !== null) return 'Another person has agreed: it can be published.';
  const alone = 'If nobody else of the account may change rules, it comes into force 24 hours after you publish it.';
  return author === person
    ? `You changed it last, so another person has to agree to revision ${revision} before it is published. ${alone}`
    : `It can be published once you or somebody else has agreed to revision ${revision}. ${alone}`;
}
