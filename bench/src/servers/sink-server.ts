/** Receives webhooks, as fast as Node can. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../processes/answer-parent';

let received = 0;
let isHolding = false;
const held: ServerResponse[] = [];

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (isHolding) held.push(response);
    else answer(response);
  });
});
const listening = once(server.listen(0, '127.0.0.1'), 'listening');

answerParent(async (question: 'url' | 'received' | 'hold' | 'release') => {
  switch (question) {
    case 'url':
      await listening;
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    case 'received':
      return received;
    case 'hold':
      isHolding = true;
      return null;
    case 'release':
      isHolding = false;
      held.splice(0).forEach(answer);
      return null;
  }
});

function answer(response: ServerResponse): void {
  received += 1;
  response.writeHead(200).end();
}
