import { Client } from 'pg';
import { freshPostgres, mayUsePostgres } from '../testing/servers/postgres';
import { WriterSession } from './writer-session';

(mayUsePostgres() ? describe : describe.skip)('the connection that writes events', () => {
  it.each([
    ['off', 'on'],
    ['local', 'local'],
    ['remote_apply', 'remote_apply'],
  ])('answers what is on the disk: a server with synchronous_commit=%s has %s', async (ofServer, ofSession) => {
    const url = await freshPostgres();
    const admin = new Client(url);
    await admin.connect();
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = ${ofServer}`);
    await admin.end();
    const session = await WriterSession.connect(url);
    const rows = await session.rows<{ synchronous_commit: string }>('show synchronous_commit');
    session.end();
    expect(rows).toEqual([{ synchronous_commit: ofSession }]);
  });
});
