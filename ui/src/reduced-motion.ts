import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'

export const isMotionReduced = () => matchMedia(query).matches

export function useReducedMotion(): boolean {
  return useSyncExternalStore(listen, isMotionReduced, () => false)
}

function listen(listener: () => void): () => void {
  const wish = matchMedia(query)
  wish.addEventListener('change', listener)
  return () => wish.removeEventListener('change', listener)
}
