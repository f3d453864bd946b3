/**
 * Job queues allow 60 s, and one call to a hanging channel takes 15 s, so a job stops after 40 s.
 * @param stopping a signal that makes the check throw, to end the job earlier
 * @returns a check whether time is left
 */
export function startJobTimeBudget(stopping: AbortSignal | undefined, budgetMs = 40_000): () => boolean {
  const until = performance.now() + budgetMs
  return () => {
    stopping?.throwIfAborted()
    return performance.now() < until
  }
}
