/** An event as it comes and goes over the wire: data and metadata are whatever bytes the client made of them. */
export interface WireEvent {
  readonly id: string;
  readonly type: string;
  readonly json: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}
