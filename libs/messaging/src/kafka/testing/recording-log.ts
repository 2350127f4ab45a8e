import type { MessagingLog } from '../../observability';

/** Keeps what is logged. */
export class RecordingLog {
  readonly lines: unknown[] = [];
  readonly warnings: object[] = [];
  readonly log: MessagingLog = {
    debug: (fields, message) => void this.lines.push([fields, message]),
    warn: (fields, message) => {
      this.lines.push([fields, message]);
      this.warnings.push(fields);
    },
    error: (fields, message) => void this.lines.push([fields, message]),
  };
}
