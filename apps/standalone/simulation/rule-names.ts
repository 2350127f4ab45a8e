/** Rules of docs/protocol.md that a run can go without, to show what each is for. */
export const RULE_NAMES = [
  '1',
  '4',
  '5',
  '6',
  '10',
  '11',
  '12',
  '13',
  '14',
  '15',
  '15, the deadline',
  '16',
  '17, the order',
  '17, every endpoint',
  '18',
  '21',
  '22',
  '23',
  '24',
  '26',
] as const;

export type RuleName = (typeof RULE_NAMES)[number];
