/** Does the job when asked. Asked for while it runs, it is done once more, however often that was: what it had looked at may have changed since. */
export function oneAtATime(job: () => Promise<void>): () => void {
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
