import { stat, statfs } from 'node:fs/promises';
import type { StoreIdentity } from '@stablecoin/event-sourcing';

/** File systems whose inode numbers stay when they are mounted again; on others, such as FUSE, they may not. */
const LASTING_INODES = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x2fc12fc1, // ZFS
  0x6969, // NFS
]);

/**
 * What tells a file from a copy of it: when it was created, where the file system keeps that, and its inode, where that stays.
 * Neither changes with a restart, a write, or a volume that is mounted elsewhere.
 */
export async function fileIdentity(file: string): Promise<StoreIdentity> {
  const { birthtimeNs, ctimeNs, ino } = await stat(file, { bigint: true });
  // Where no time of creation is kept, Node has the time of the last change in its place, or 0.
  if (birthtimeNs > 0n && birthtimeNs < ctimeNs) return { created: `${birthtimeNs}` };
  const { type } = await statfs(file);
  return LASTING_INODES.has(type) ? { inode: `${ino}` } : {};
}
