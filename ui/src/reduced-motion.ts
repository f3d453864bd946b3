import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'

/** Whether this person asked the device for less motion. Only in a browser. */
export const isMotionReduced = () => matchMedia(query).matches

/** The same, kept up to date; false on the server. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(listen, isMotionReduced, () => false)
}

function listen(listener: () => void): () => void {
  const wish = matchMedia(query)
  wish.addEventListener('change', listener)
  return () => wish.removeEventListener('change', listener)
}
