import { derivedId } from '@stablecoin/contracts';
import type { Message, ScreenOwner } from '@stablecoin/contracts';
import { eventId } from '@stablecoin/event-sourcing';
import { messageFrom, toCommand } from './message-mapping';

const metadata = {
  commandId: 'c1',
  at: Date.UTC(2026, 0, 1),
  correlationId: 'req_1',
  account: 'acme',
  livemode: false,
};
const recorded = { type: 'WalletRequested', data: null, stream: 'wallet-wal_1', revision: 0, position: 7, metadata };
const message = { type: 'compliance.ScreenOwner', key: 'o', data: { walletId: 'wal_1', owner: 'o' } } as const;

describe('the id of a message', () => {
  it('is made without a hash from the id of an event as it is', () => {
    const id = eventId('wallet-wal_1', 'c1', 0, 'WalletRequested', 'null');
    const made = messageFrom<ScreenOwner>({ ...recorded, id }, message);
    expect(made.id).toMatch(/^msg_/);
    expect(messageFrom<ScreenOwner>({ ...recorded, id }, message).id).toBe(made.id);
    expect(made.id).not.toBe(derivedId('msg', metadata.at, id, message.type, ''));
  });

  it('says by its prefix whether it is a command or an event', () => {
    const told = { type: 'wallet.refused', key: 'wal_1', data: null } as const;
    const { id } = messageFrom<Message<'wallet.refused', null>>({ ...recorded, id: 'e1' }, told);
    expect(id).toBe(derivedId('evt', metadata.at, 'e1', 'wallet.refused', ''));
  });
});

describe('the actor of a message', () => {
  const actor = { type: 'key', id: 'key_1', name: 'till', ip: '192.0.2.1' } as const;

  it('is the one of its command', () => {
    const sent: Message = {
      ...{ ...message, id: 'req_1', time: metadata.at, account: 'acme', livemode: false, actor },
      ...{ correlationId: 'req_1', causationId: 'req_1' },
    };
    expect(toCommand(sent)).toMatchObject({ actor });
  });

  it('does not go on to what follows from an event', () => {
    const caused = { ...recorded, id: 'e1', metadata: { ...metadata, actor } };
    expect(messageFrom<ScreenOwner>(caused, message)).not.toHaveProperty('actor');
  });
});
