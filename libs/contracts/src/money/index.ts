export * from './amount';
export * from './chain';
export * from './currency';
export * from './pocket';
