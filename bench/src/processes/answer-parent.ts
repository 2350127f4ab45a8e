export interface Question {
  readonly id: number;
  readonly question: unknown;
}

export interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** Answers what the bench asks this process, and ends with the bench. */
export function answerParent(answer: (question: never) => unknown): void {
  // Ctrl-C reaches every process of the terminal, and the bench ends its own in order.
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', ({ id, question }: Question) => {
    void Promise.resolve(question as never)
      .then(answer)
      .then(
        (result) => process.send?.({ id, result } satisfies Answer),
        (error: unknown) => process.send?.({ id, error: String(error) } satisfies Answer),
      );
  });
}
