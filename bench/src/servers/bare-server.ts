/** The floor of everything: Fastify with schemas that answers and stores nothing. */
import { answerParent } from '../processes/answer-parent';
import { listen, paymentOf, paymentServer } from './payment-server';

const server = paymentServer((body) => paymentOf(body));
const url = listen(server);
answerParent(() => url);
