/** The account that pays in the bench. */
export const API_KEY = 'svc_test_bench0000000000000000';
/** The one that pays on chains. */
export const LIVE_API_KEY = 'svc_live_bench00000000000000000';
