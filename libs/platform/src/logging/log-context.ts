import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids that every line of a request, a message or a run carries: `request_id`, `account`, `payment_id`. */
export type LogFields = Readonly<Record<string, string | number | boolean>>;

const storage = new AsyncLocalStorage<LogFields>();

/** Carries ids along everything that a task starts, so that no function hands them on for the log's sake. */
export const logContext = {
  /** Runs the task with these fields on every line that is written meanwhile, beside those that are there already. */
  run<T>(fields: LogFields, task: () => T): T {
    return storage.run({ ...storage.getStore(), ...fields }, task);
  },

  /** The fields of the present task. */
  fields(): LogFields {
    return storage.getStore() ?? {};
  },
};
