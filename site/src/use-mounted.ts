import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether scripts run: false in the server's markup and while it is taken over, then true. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
