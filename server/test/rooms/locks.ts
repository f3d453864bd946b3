type Mode = 'shared' | 'exclusive'
type Job = (lock: { name: string } | null) => unknown

interface Holder {
  isGone: boolean
}

interface Request {
  page: Holder
  name: string
  mode: Mode
  job: Job
  done: (result: unknown) => void
  failed: (reason: unknown) => void
}

/** Simulates `navigator.locks`. Pages use two modes: `shared`, and `exclusive` with `ifAvailable`. */
export class SimulatedLocks {
  #held: Request[] = []
  #waiting: Request[] = []

  of(page: Holder) {
    return {
      request: (
        name: string,
        { mode = 'exclusive', ifAvailable = false }: { mode?: Mode; ifAvailable?: boolean },
        job: Job,
      ) =>
        new Promise((done, failed) => {
          const asked = { page, name, mode, job, done, failed }
          if (page.isGone) return
          if (!this.#isFree(asked) && ifAvailable) done(job(null))
          else {
            this.#waiting.push(asked)
            this.#grant()
          }
        }),
      query: async () => ({ held: this.#held.map(({ name, mode }) => ({ name, mode })) }),
    }
  }

  release(page: Holder): void {
    this.#held = this.#held.filter((one) => one.page !== page)
    this.#waiting = this.#waiting.filter((one) => one.page !== page)
    this.#grant()
  }

  #isFree({ name, mode }: Request): boolean {
    const held = this.#held.filter((one) => one.name === name)
    return mode === 'shared' ? held.every((one) => one.mode === 'shared') : held.length === 0
  }

  #grant(): void {
    for (const asked of [...this.#waiting]) {
      if (!this.#isFree(asked)) continue
      this.#waiting.splice(this.#waiting.indexOf(asked), 1)
      this.#held.push(asked)
      void Promise.resolve(asked.job({ name: asked.name }))
        .then(asked.done, asked.failed)
        .finally(() => {
          this.#held = this.#held.filter((one) => one !== asked)
          this.#grant()
        })
    }
  }
}
