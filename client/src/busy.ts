import { useSyncExternalStore } from 'react'

let busy = false
const listeners = new Set<() => void>()

/** Shows or hides the full-screen overlay (docs/rules/screens.md#navigation). */
export function setLoadingOverlay(value: boolean): void {
  busy = value
  for (const listener of [...listeners]) listener()
}

/** Shows the overlay until the work succeeds or fails. */
export async function withLoadingOverlay<Result>(work: Promise<Result>): Promise<Result> {
  setLoadingOverlay(true)
  try {
    return await work
  } finally {
    setLoadingOverlay(false)
  }
}

/** Returns whether the overlay is shown; always false during server rendering. */
export function useLoadingOverlay(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => busy,
    () => false,
  )
}
