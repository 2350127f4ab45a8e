// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

interface ISafe {
    function execTransactionFromModuleReturnData(address to, uint256 value, bytes calldata data, uint8 operation)
        external
        returns (bool success, bytes memory returnData);
}

/// @title One key may pay out of a Safe, up to a limit in every window of 24 hours, and each payment once.
/// @notice NOT AUDITED. Everything above the limit takes the owners of the Safe. The module holds nothing, has no owner
/// and cannot be upgraded. It acts on a Safe only as far as that Safe itself has called `setPolicy` and enabled it.
contract SpendLimitModule {
    struct Policy {
        /// Who signs payments; nobody when zero.
        address spender;
        /// In the smallest unit of the tokens, all of them together. `type(uint96).max` stands for no limit.
        uint96 limit;
        /// Paid since `windowStart`.
        uint96 spent;
        /// When the first payment of the latest window was made.
        uint64 windowStart;
    }

    struct Payment {
        address safe;
        address token;
        address to;
        uint256 value;
        /// The payment can be made in blocks before this moment, in seconds since the epoch.
        uint256 validBefore;
        bytes32 nonce;
    }

    uint256 public constant WINDOW = 24 hours;
    bytes32 public constant PAYMENT_TYPEHASH = keccak256(
        "Payment(address safe,address token,address to,uint256 value,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    uint256 private constant HALF_OF_CURVE_ORDER = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    mapping(address safe => Policy) public policies;
    mapping(address safe => mapping(address token => bool)) public isAllowed;
    /// @notice Whether a payment was made or canceled, as EIP-3009 has it.
    mapping(address safe => mapping(bytes32 nonce => bool)) public authorizationState;

    /// As EIP-3009 has them, so that one observer serves both.
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);
    event PolicySet(address indexed safe, address spender, uint96 limit, address[] tokens);
    event TokenRemoved(address indexed safe, address token);

    error Expired();
    error UsedOrCanceled();
    error InvalidSignature();
    error TokenNotAllowed();
    error LimitExceeded();
    error TransferFailed();

    /// @notice Makes a payment that the spender has signed. Anybody may send it.
    function pay(Payment calldata payment, uint8 v, bytes32 r, bytes32 s) external {
        if (block.timestamp >= payment.validBefore) revert Expired();
        if (authorizationState[payment.safe][payment.nonce]) revert UsedOrCanceled();
        if (!isAllowed[payment.safe][payment.token]) revert TokenNotAllowed();
        Policy storage policy = policies[payment.safe];
        address spender = policy.spender;
        if (spender == address(0) || signerOf(payment, v, r, s) != spender) revert InvalidSignature();
        spend(policy, payment.value);
        authorizationState[payment.safe][payment.nonce] = true;
        emit AuthorizationUsed(payment.safe, payment.nonce);

        bytes memory transfer = abi.encodeWithSignature("transfer(address,uint256)", payment.to, payment.value);
        (bool success, bytes memory returned) =
            ISafe(payment.safe).execTransactionFromModuleReturnData(payment.token, 0, transfer, 0);
        // A token that answers nothing may be no token: the Safe's call of an address without code succeeds.
        if (!success || returned.length != 32 || uint256(bytes32(returned)) != 1) revert TransferFailed();
    }

    /// @notice Sets who may pay how much for the calling Safe, and adds tokens. What was spent in this window counts on.
    function setPolicy(address spender, uint96 limit, address[] calldata tokens) external {
        Policy storage policy = policies[msg.sender];
        (policy.spender, policy.limit) = (spender, limit);
        for (uint256 i = 0; i < tokens.length; i++) isAllowed[msg.sender][tokens[i]] = true;
        emit PolicySet(msg.sender, spender, limit, tokens);
    }

    /// @notice Stops payments of a token for the calling Safe.
    function removeToken(address token) external {
        isAllowed[msg.sender][token] = false;
        emit TokenRemoved(msg.sender, token);
    }

    /// @notice Makes sure that a payment of the calling Safe is never made.
    function cancel(bytes32 nonce) external {
        if (authorizationState[msg.sender][nonce]) revert UsedOrCanceled();
        authorizationState[msg.sender][nonce] = true;
        emit AuthorizationCanceled(msg.sender, nonce);
    }

    /// @notice The EIP-712 domain. Computed anew, so that code and address are the same on every chain, also after a split.
    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, keccak256("SpendLimitModule"), keccak256("1"), block.chainid, address(this))
        );
    }

    function spend(Policy storage policy, uint256 value) private {
        (uint96 limit, uint256 spent, uint64 start) = (policy.limit, policy.spent, policy.windowStart);
        if (block.timestamp >= start + WINDOW) (spent, start) = (0, uint64(block.timestamp));
        // Compared before they are added: a value may be any number.
        if (value > limit || spent + value > limit) revert LimitExceeded();
        (policy.spent, policy.windowStart) = (uint96(spent + value), start);
    }

    function signerOf(Payment calldata payment, uint8 v, bytes32 r, bytes32 s) private view returns (address) {
        if (uint256(s) > HALF_OF_CURVE_ORDER) revert InvalidSignature();
        bytes32 structHash = keccak256(abi.encode(PAYMENT_TYPEHASH, payment));
        return ecrecover(keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), structHash)), v, r, s);
    }
}
