/** Parts of access that the gateway's tests look into. */
export { messagesFor } from '../application/messages-for';
export { MemberHandler } from '../application/handlers';
export { recentOrderDecider } from '../domain/recent-order';
export { requestDecider, requestStreams } from '../domain/request';
