/**
 * The minute of a payment job: a queue gives it 60 s, and where a channel hangs one question takes a quarter of that. Past 40 s the rest
 * is left to the next run, so that no two overlap. @param stopping ends it between two questions
 * @returns whether there is time for another; throws the reason of a stop
 */
export function budgetOf(stopping: AbortSignal | undefined, budgetMs = 40_000): () => boolean {
  const until = performance.now() + budgetMs
  return () => {
    stopping?.throwIfAborted()
    return performance.now() < until
  }
}
