// What tests get for `fast-check`: the same sequences at every run. `FAST_CHECK_SEED=<number>` takes others.
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 1) });

module.exports = fc;
