const { default: Sequencer } = require('@jest/test-sequencer');
const { marksOf } = require('./selection.cjs');

/** Has Jest begin with the slowest: a long file that begins last would have the other processors wait for it. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const slow = new Map(tests.map((test) => [test, marksOf(test.path).slow]));
    // Jest knows how long the others take where they have run before.
    return [...super.sort(tests)].sort((a, b) => slow.get(b) - slow.get(a));
  }
};
