// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// What an {Eip3009Token} stands behind, as USDC and EURC stand behind theirs: it passes every call on, except those of
/// its admin, whom it refuses, reads included.
contract TokenProxy {
    bytes32 private constant ADMIN = keccak256("org.zeppelinos.proxy.admin");
    bytes32 private constant IMPLEMENTATION = keccak256("org.zeppelinos.proxy.implementation");

    event AdminChanged(address previousAdmin, address newAdmin);

    constructor(address implementation) {
        store(ADMIN, msg.sender);
        store(IMPLEMENTATION, implementation);
    }

    function changeAdmin(address newAdmin) external {
        address admin = load(ADMIN);
        if (msg.sender != admin) passOn();
        emit AdminChanged(admin, newAdmin);
        store(ADMIN, newAdmin);
    }

    fallback() external {
        require(msg.sender != load(ADMIN), "Cannot call fallback function from the proxy admin");
        passOn();
    }

    /// Ends the call.
    function passOn() private {
        address implementation = load(IMPLEMENTATION);
        assembly {
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), implementation, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if success { return(0, returndatasize()) }
            revert(0, returndatasize())
        }
    }

    function load(bytes32 slot) private view returns (address value) {
        assembly {
            value := sload(slot)
        }
    }

    function store(bytes32 slot, address value) private {
        assembly {
            sstore(slot, value)
        }
    }
}
