/**
 * Returns a function that runs the job, but never twice at once. A request during a run causes one more run, because
 * the job's data may have changed.
 */
export function runOneAtATime(job: () => Promise<void>): () => void {
  let running = false
  let again = false

  async function run(): Promise<void> {
    running = true
    try {
      await job()
    } finally {
      running = false
      if (again) ask()
    }
  }

  function ask(): void {
    again = running
    if (!running) void run()
  }

  return ask
}
