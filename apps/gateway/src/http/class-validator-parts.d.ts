/**
 * The parts of class-validator that are used here, by their files: the package's index loads every validator that it
 * has, with the libraries behind them: 320 files, a twelfth of what a start took.
 */
declare module 'class-validator/cjs/decorator/common/ValidateBy' {
  export { ValidateBy } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/string/IsISO31661Alpha2' {
  export { isISO31661Alpha2 } from 'class-validator';
}
declare module 'class-validator/cjs/metadata/MetadataStorage' {
  export { getMetadataStorage } from 'class-validator';
}
