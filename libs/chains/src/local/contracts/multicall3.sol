// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// The part of Multicall3 that the service uses, with the same ABI and the same behaviour, for local chains. It is put
/// at the address at which public chains have Multicall3.
contract Multicall3 {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory returnData) {
        returnData = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory data) = calls[i].target.call(calls[i].callData);
            require(success || calls[i].allowFailure, "Multicall3: call failed");
            returnData[i] = Result(success, data);
        }
    }

    function getEthBalance(address account) external view returns (uint256 balance) {
        return account.balance;
    }
}
