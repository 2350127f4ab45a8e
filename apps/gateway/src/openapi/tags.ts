/** The sections of the document, in its order, each with its description. */
export const TAGS = {
  Payments: 'Pay from the treasury or a wallet.',
  Wallets: 'Programmable wallets with a spend limit.',
  Approvals: 'Consent to payments above a limit, or under a rule.',
  Policies: 'Who has to agree to a payment.',
  Rules: 'Which payments are denied, limited or approved: a document that two people publish.',
  Treasury: 'The balance that payments without `from` are paid from.',
  Compliance: 'Screening of addresses.',
  Deposits: 'Money whose sender is screened before it is available.',
  'Webhook endpoints': 'Where events are sent to.',
  Events: 'Every event of the account, whether it was sent or not.',
  'API keys': 'The keys of your account and mode.',
  Sessions: 'Sign-in of people and browsers.',
  Members: 'The people of your account and mode.',
  'Audit log': 'Who did what, and from where.',
  System: 'The state of the service, for its operators.',
  Sandbox: 'Only for test keys.',
  Service: 'The service itself. No key is needed.',
  Webhooks: 'What is sent to your endpoints.',
} as const satisfies Readonly<Record<string, string>>;

export type TagName = keyof typeof TAGS;
