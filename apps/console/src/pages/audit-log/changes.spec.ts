import { changesOf } from './changes';

describe('The changes of an audit log entry', () => {
  it('are the fields that differ, by name', () => {
    expect(
      changesOf({ status: 'enabled', url: 'https://a.example' }, { status: 'disabled', url: 'https://a.example' }),
    ).toEqual([{ field: 'status', before: 'enabled', after: 'disabled' }]);
  });

  it('are all fields of what was made or removed', () => {
    expect(changesOf(null, { amount: '1.00', to: '0x1' })).toEqual([
      { field: 'amount', before: undefined, after: '1.00' },
      { field: 'to', before: undefined, after: '0x1' },
    ]);
    expect(changesOf({ role: 'viewer' }, null)).toEqual([{ field: 'role', before: 'viewer', after: undefined }]);
  });

  it('shows lists and objects as JSON, and null as nothing', () => {
    expect(changesOf({ events: null }, { events: ['payment.settled'] })).toEqual([
      { field: 'events', before: undefined, after: '["payment.settled"]' },
    ]);
  });
});
