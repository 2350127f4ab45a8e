import { Child } from '../processes/child';
import type { Cleanup } from '../processes/cleanup';
import type { ClosedLoop } from './closed-loop';
import type { OpenLoop } from './open-loop';
import type { Slice } from './slice';

/** The bench's end of the process that sends the load. */
export class Load {
  private constructor(private readonly child: Child) {}

  static start(cleanup: Cleanup): Load {
    return new Load(Child.start('load/load-process.js', [], cleanup));
  }

  run(load: ClosedLoop | OpenLoop): Promise<Slice> {
    return this.child.ask<Slice>(load);
  }
}
