import { useSyncExternalStore } from 'react'

let busy = false
const listeners = new Set<() => void>()

/** The shared flag of the full-screen loading overlay (specification §1). */
export function setBusy(value: boolean): void {
  busy = value
  for (const listener of [...listeners]) listener()
}

/** Shows the overlay until the work ends, well or badly. */
export async function whileBusy<Result>(work: Promise<Result>): Promise<Result> {
  setBusy(true)
  try {
    return await work
  } finally {
    setBusy(false)
  }
}

/** The flag as React state; false on the server. */
export function useBusy(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => busy,
    () => false,
  )
}
