import { Mono, shorten } from '../../ui/copyable';
import { isAddress } from './findings';

/** Who was screened: an address, or the owner of a wallet. */
export function Subject({ value }: { value: string }) {
  return <span title={value}>{isAddress(value) ? <Mono>{shorten(value)}</Mono> : value}</span>;
}
