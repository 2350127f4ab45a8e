/** The message of log lines on keys that were revoked, and other changes of access: tools look for it. */
export const ACCESS_CHANGED = 'access changed';
