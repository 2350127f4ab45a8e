import { silentMeter } from '@stablecoin/event-sourcing/testing';
import { OpenStreams } from './open-streams';

const streams = () => new OpenStreams({ kind: 'exports', perKeyMax: 2, totalMax: 3, meter: silentMeter });

describe('open streams', () => {
  it('are bounded for each key, and one that is closed makes room for another', () => {
    const open = streams();
    const close = open.open('key_1');
    open.open('key_1');
    expect(() => open.open('key_1')).toThrow('This API key has 2 exports open, which is the limit: close one first.');
    close();
    close();
    open.open('key_1');
    expect(() => open.open('key_1')).toThrow('close one first');
  });

  it('are bounded in all', () => {
    const open = streams();
    const closes = ['key_1', 'key_2', 'key_3'].map((key) => open.open(key));
    expect(() => open.open('key_4')).toThrow('Too many exports are open: send this request again later.');
    closes.forEach((close) => close());
    for (const key of ['key_4', 'key_5', 'key_6']) open.open(key);
  });
});
