import { PartitionProgress } from './partition-progress';

describe('PartitionProgress', () => {
  it('lets the offset go as far as everything before it is handled', () => {
    const progress = new PartitionProgress(10);
    const handled = [10, 11, 12].map((offset) => progress.take(offset));
    expect(progress).toMatchObject({ handled: 10, next: 13, outstanding: 3, needsCommit: false });
    handled[1]?.();
    expect(progress).toMatchObject({ handled: 10, outstanding: 2 });
    handled[0]?.();
    expect(progress).toMatchObject({ handled: 12, outstanding: 1, needsCommit: true });
    progress.committed(12);
    expect(progress.needsCommit).toBe(false);
    handled[2]?.();
    expect(progress).toMatchObject({ handled: 13, outstanding: 0, needsCommit: true });
  });

  it('passes the gaps that compaction leaves', () => {
    const progress = new PartitionProgress(0);
    const handled = progress.take(4);
    progress.pass(9);
    expect(progress).toMatchObject({ handled: 4, next: 9 });
    handled();
    expect(progress).toMatchObject({ handled: 9, needsCommit: true });
  });

  it('lags by what is in the partition and not handled', () => {
    const progress = new PartitionProgress(0);
    const handled = progress.take(0);
    progress.highWatermark = 5;
    expect(progress.lag).toBe(5);
    handled();
    expect(progress.lag).toBe(4);
  });
});
