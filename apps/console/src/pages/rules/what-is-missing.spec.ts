import { whatIsMissing } from './what-is-missing';

const draft = { livemode: true, drafted_by: 'usr_1', agreed_by: null, revision: 3 };

it('says what a draft needs before it is published', () => {
  expect(whatIsMissing(draft, 'usr_1')).toMatch(/^You changed it last, so another person has to agree to revision 3 /);
  expect(whatIsMissing(draft, 'usr_2')).toMatch(/^It can be published once you or somebody else has agreed /);
  expect(whatIsMissing({ ...draft, agreed_by: 'usr_2' }, 'usr_1')).toMatch(/^Another person has agreed/);
  expect(whatIsMissing({ ...draft, livemode: false }, 'usr_1')).toMatch(/^The sandbox needs no second person/);
});
