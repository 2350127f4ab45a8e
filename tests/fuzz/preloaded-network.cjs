// Preloaded into a service under test: names lead where SCRIPTED_DNS says, to another place at every look, and every
// connection that is tried is written to SCRIPTED_NETWORK_LOG. Only loopback is ever reached.
const { appendFileSync } = require('node:fs');
const dns = require('node:dns');
const net = require('node:net');

const { SCRIPTED_DNS: names = '{}', SCRIPTED_NETWORK_LOG: log } = process.env;
/** By name the answer to each look, the last one for every look after it; an answer is a list of addresses. */
const script = JSON.parse(names);
const looks = new Map();

const lookup = dns.lookup;
dns.lookup = function (hostname, options, callback = options) {
  const answers = script[hostname.toLowerCase().replace(/\.$/, '')];
  if (answers === undefined) return lookup.apply(dns, arguments);
  const look = looks.get(hostname) ?? 0;
  looks.set(hostname, look + 1);
  const found = answers[Math.min(look, answers.length - 1)].map((address) => ({ address, family: net.isIP(address) }));
  process.nextTick(() =>
    options.all === true ? callback(null, found) : callback(null, found[0].address, found[0].family),
  );
};

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const [first] = args;
  const { host, port, path } = (Array.isArray(first) ? first[0] : first) ?? {};
  const note = (address) => {
    appendFileSync(log, `${JSON.stringify({ host: host ?? null, address, port: Number(port) })}\n`);
    if (!isLoopback(address)) this.destroy(new Error('there is no network in this test'));
  };
  if (path !== undefined) appendFileSync(log, `${JSON.stringify({ host: null, address: path, port: null })}\n`);
  this.prependListener('lookup', (error, address) => {
    if (error === null) note(address);
  });
  if (net.isIP(host ?? '') === 0) return connect.apply(this, args);
  appendFileSync(log, `${JSON.stringify({ host, address: host, port: Number(port) })}\n`);
  if (isLoopback(host)) return connect.apply(this, args);
  process.nextTick(() => this.destroy(new Error('there is no network in this test')));
  return this;
};

function isLoopback(address) {
  return /^127\.|^::1$|^(0*:)*:ffff:(127\.|7f)|^0\.0\.0\.0$|^::$/i.test(address);
}
