import type * as Chains from '.';

const mockLoaded: string[] = [];
jest.mock('@solana/web3.js', () => {
  mockLoaded.push('web3.js');
  return jest.requireActual<object>('@solana/web3.js');
});

describe('web3.js', () => {
  it('is not loaded with the package, only with the adapter', () => {
    jest.isolateModules(() => {
      const chains = jest.requireActual<typeof Chains>('.');
      expect(mockLoaded).toEqual([]);
      expect(typeof chains.loadSolana().openSolana).toBe('function');
      expect(mockLoaded).toEqual(['web3.js']);
    });
  });
});
