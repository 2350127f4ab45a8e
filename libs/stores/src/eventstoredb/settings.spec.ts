import { parseEventStoreDbUrl } from './settings';

describe('a connection string', () => {
  it('names a node, a user, and what TLS needs', () => {
    const url = 'esdb://ops:p%40ss%3A@events.example?tlsCAFile=%2Fetc%2Fca.crt&defaultDeadline=500';
    expect(parseEventStoreDbUrl(url)).toEqual({
      nodes: [{ address: 'events.example', port: 2113 }],
      discover: false,
      credentials: { username: 'ops', password: 'p@ss:' },
      tls: true,
      texts: { tlsCAFile: '/etc/ca.crt' },
      numbers: { defaultDeadline: 500 },
    });
  });

  it('names the nodes of a cluster, or the name that stands for them', () => {
    const nodes = [
      { address: 'a', port: 1 },
      { address: 'b', port: 2113 },
    ];
    expect(parseEventStoreDbUrl('esdb://a:1,b?tls=false&NODEPREFERENCE=leader')).toMatchObject({ nodes, tls: false });
    expect(parseEventStoreDbUrl('esdb+discover://a:1/?tls=false')).toMatchObject({ discover: true });
  });

  it.each([
    ['kurrentdb://ops:pass@a:1,b?tlsCAFile=/ca.crt', 'esdb://ops:pass@a:1,b?tlsCAFile=/ca.crt'],
    ['kurrentdb+discover://ops:pass@a', 'esdb+discover://ops:pass@a'],
  ])('may begin with the name of the successor: %s', (url, before) => {
    expect(parseEventStoreDbUrl(url)).toEqual(parseEventStoreDbUrl(before));
  });

  it.each([
    ['http://a:secret@b', 'it names no host'],
    ['esdb://', 'it names no host'],
    ['esdb://a:secret@b:0', 'it names no host'],
    ['kurrentdb-discover://a:secret@b', 'it names no host'],
    ['esdb://a:secret@b:70000', 'it names no host'],
    ['esdb://b', 'it names no user, which TLS needs'],
    ['esdb://secret@b', 'its user has no password'],
    ['esdb://a:secret%@b', 'a % in it begins no code'],
    ['esdb://a:secret@b?tls=secret', 'tls is true or false'],
    ['esdb://a:secret@b?secret=1', 'its options are tls, '],
    ['esdb://a:secret@b?nodePreference=follower', 'nodePreference can only be leader'],
    ['esdb://a:secret@b?throwOnAppendFailure=false', 'throwOnAppendFailure can only be true'],
    ['esdb://a:secret@b?tlsVerifyCert=false', 'tlsVerifyCert can only be true'],
    ['esdb://a:secret@b?keepAliveInterval=10', 'keepAliveInterval is a whole number from 10000'],
    ['esdb://a:secret@b?userCertFile=secret', 'userCertFile and userKeyFile go together'],
  ])('that cannot be is refused without showing it: %s', (url, reason) => {
    const parse = (): unknown => parseEventStoreDbUrl(url);
    expect(parse).toThrow(reason);
    expect(parse).toThrow(RangeError);
    expect(parse).toThrow(/^(?!.*secret)/);
  });
});
