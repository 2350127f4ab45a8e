import { withChanged, withNewest } from './pages';

const page = (ids: readonly string[], has_more = true) => ({
  data: ids.map((id) => ({ id })),
  has_more,
  next_cursor: has_more ? (ids.at(-1) ?? null) : null,
});
const idsOf = (pages: readonly { readonly data: readonly { readonly id?: string }[] }[] | undefined) =>
  pages?.flatMap(({ data }) => data.map(({ id }) => id));

describe('the pages of a list', () => {
  it('begin with what is new, and nothing is lost between two newer pages', () => {
    const first = withNewest([page(['3', '2']), page(['1'], false)], page(['4', '3']));
    expect(idsOf(first)).toEqual(['4', '3', '2', '1']);
    expect(idsOf(withNewest(first!, page(['5', '4'])))).toEqual(['5', '4', '3', '2', '1']);
  });

  it('show the newer version of an object, and keep where the next page begins', () => {
    const newest = { ...page(['2', '1']), data: [{ id: '2', status: 'settled' }, { id: '1' }] };
    expect(withNewest([page(['2', '1'])], newest)).toEqual([{ ...newest, next_cursor: '1' }]);
  });

  it('do not follow on a page of which every object is new', () => {
    expect(withNewest([page(['2', '1'])], page(['9', '8']))).toBeUndefined();
  });

  it('are replaced by a page that holds the whole list, so that what was deleted goes', () => {
    expect(idsOf(withNewest([page(['3', '2', '1'], false)], page(['3', '1'], false)))).toEqual(['3', '1']);
  });

  it('stay the same where nothing of them has changed', () => {
    const pages = [page(['2', '1'])];
    expect(withChanged(pages, new Map([['9', { id: '9' }]]))).toBe(pages);
  });
});
