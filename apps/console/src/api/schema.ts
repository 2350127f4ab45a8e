import type * as sdk from '../../../../sdks/typescript/src/generated/openapi';

/**
 * The SDK's types suggest the known values of an open string: `'base' | 'solana' | (string & {})`. openapi-fetch reads that as an
 * object, so it is a plain `string` here.
 */
type WithPlainStrings<T> = T extends string
  ? string extends T
    ? string
    : T
  : T extends object
    ? { [Key in keyof T]: WithPlainStrings<T[Key]> }
    : T;

export type paths = WithPlainStrings<sdk.paths>;
export type components = WithPlainStrings<sdk.components>;
