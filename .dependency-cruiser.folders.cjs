/**
 * Folders of a package do not import each other in circles. A configuration of its own, because tests are left out here: they
 * may start the whole service. Checked by `npm run architecture`.
 */
const { options } = require('./.dependency-cruiser.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      scope: 'folder',
      severity: 'error',
      from: { path: '^(apps|libs)/' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: `${options.exclude.path}|\\.spec\\.ts$|/testing/` } },
};
