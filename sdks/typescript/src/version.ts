/** The version of this package, as in its package.json. */
export const VERSION = '2.1.0';
