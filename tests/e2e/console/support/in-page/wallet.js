// Gives the page a wallet, as EIP-1193 describes it. The test answers.
globalThis.ethereum = { request: ({ method, params = [] }) => globalThis.askWallet(method, params) };
