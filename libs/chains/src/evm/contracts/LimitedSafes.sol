// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

interface ISafeProxyFactory {
    function createProxyWithNonce(address singleton, bytes calldata initializer, uint256 saltNonce) external;
}

interface ISafeModules {
    function enableModule(address module) external;
}

interface ISpendLimitModule {
    function setPolicy(address spender, uint96 limit, address[] calldata tokens) external;
}

/// @title Creates Safes that have a policy of the SpendLimitModule from their first moment on, and bounds calls of them.
/// @notice NOT AUDITED. It holds nothing, keeps nothing, and no Safe trusts it after its setup.
contract LimitedSafes {
    /// SafeProxyFactory and SafeL2 1.4.1 at their canonical addresses.
    address private constant FACTORY = 0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67;
    address private constant SINGLETON = 0x29fcB43b46531BcA003ddC8FCB67FFE91900C762;

    error CallFailed();

    /// @notice Creates a Safe, unless it is there. Without this look first, the factory would burn the gas of the whole
    /// transaction whenever somebody else was faster.
    /// @param safe the address that the initializer and the salt make
    function create(address safe, bytes calldata initializer, uint256 saltNonce) external {
        if (safe.code.length == 0) {
            ISafeProxyFactory(FACTORY).createProxyWithNonce(SINGLETON, initializer, saltNonce);
        }
    }

    /// @notice Calls a contract with so much gas at most, and reverts when that fails. Owners may change what their Safe does:
    /// so one Safe cannot burn the gas of a transaction that carries the payments of others too.
    function callWithin(uint256 gasMax, address target, bytes calldata data) external {
        bool success;
        bytes memory input = data;
        assembly ("memory-safe") {
            success := call(gasMax, target, 0, add(input, 32), mload(input), 0, 0)
        }
        if (!success) revert CallFailed();
    }

    /// @notice Called by a new Safe in its setup, by delegatecall: so `this` is the Safe.
    function setUp(address module, address spender, uint96 limit, address[] calldata tokens) external {
        ISafeModules(address(this)).enableModule(module);
        ISpendLimitModule(module).setPolicy(spender, limit, tokens);
    }
}
