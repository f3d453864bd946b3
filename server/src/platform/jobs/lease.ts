/** Seconds after its last renewal at which the queue gives a job to another process. */
export const leaseSeconds = 45

/** Milliseconds between two renewals. */
export const leaseRenewalMs = 10_000

/** Milliseconds without a renewal after which a run is aborted: the rest of the lease is its time to end. */
const patienceMs = 25_000

export class LeaseLostError extends Error {
  constructor() {
    super('the lease of this run was lost, so another process may run the job')
  }
}

/**
 * Runs `work` and renews its lease meanwhile. `lost` aborts when the lease is lost or may be lost soon, because nobody
 * could renew it.
 * @param renew false when the lease is lost; an error says nothing about the lease
 * @throws LeaseLostError before the work begins.
 */
export async function runWithLease(
  renew: () => Promise<boolean>,
  work: (lost: AbortSignal) => Promise<void>,
  everyMs = leaseRenewalMs,
): Promise<void> {
  const lost = new AbortController()
  // The job may have waited for a busy event loop since it was fetched.
  let renewedAt = performance.now()
  if (!(await renew())) throw new LeaseLostError()
  const timer = setInterval(async () => {
    const askedAt = performance.now()
    const isHeld = askedAt - renewedAt < patienceMs && (await renew().catch(() => null))
    // Renewals may be answered in another order.
    if (isHeld) renewedAt = Math.max(renewedAt, askedAt)
    else if (isHeld === false) lost.abort(new LeaseLostError())
  }, everyMs)
  try {
    await work(lost.signal)
  } finally {
    clearInterval(timer)
  }
}
