import { silentMeter } from '@stablecoin/event-sourcing/testing';
import { OpenStreams } from './open-streams';

const streams = () =>
  new OpenStreams({ kind: 'exports', perKeyMax: 2, perAccountMax: 3, totalMax: 4, meter: silentMeter });

const holder = (keyId: string, account = keyId, livemode = false) => ({ keyId, account, livemode });

describe('open streams', () => {
  it('are bounded for each key, and one that is closed makes room for another', () => {
    const open = streams();
    const close = open.open(holder('key_1'));
    open.open(holder('key_1'));
    const refused = 'This API key has 2 exports open, which is the limit: close one first.';
    expect(() => open.open(holder('key_1'))).toThrow(refused);
    close();
    close();
    open.open(holder('key_1'));
    expect(() => open.open(holder('key_1'))).toThrow('close one first');
  });

  it('are bounded for each account in a mode, however many keys it makes', () => {
    const open = streams();
    const closes = ['key_1', 'key_2', 'key_3'].map((key) => open.open(holder(key, 'acme')));
    const refused = 'Your account has 3 exports open, which is the limit: close one first.';
    expect(() => open.open(holder('key_4', 'acme'))).toThrow(refused);
    open.open(holder('key_5', 'acme', true));
    closes[0]?.();
    open.open(holder('key_4', 'acme'));
  });

  it('are bounded in all', () => {
    const open = streams();
    const closes = ['1', '2', '3', '4'].map((key) => open.open(holder(key)));
    expect(() => open.open(holder('5'))).toThrow('Too many exports are open: send this request again later.');
    closes.forEach((close) => close());
    for (const key of ['5', '6', '7', '8']) open.open(holder(key));
  });
});
