// Gives the page a wallet, as EIP-1193 describes it. The test answers.
globalThis.ethereum = {
  async request({ method, params = [] }) {
    const { result, error } = await globalThis.askWallet(method, params);
    if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  },
};
