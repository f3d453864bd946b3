import { useSyncExternalStore } from 'react'
import { onCallEvent } from './answers.ts'

/** unreachable: the device has a network, but our server did not answer the last call */
export type Connection = 'online' | 'offline' | 'unreachable'

let connection: Connection = globalThis.navigator?.onLine === false ? 'offline' : 'online'

const listeners = new Set<() => void>()
let stopHearing = () => {}

function become(next: Connection): void {
  if (next === connection) return
  connection = next
  for (const listener of listeners) listener()
}

/** From the first who asks to the last who stops asking. */
function hear(): () => void {
  const online = () => become('online')
  const offline = () => become('offline')
  globalThis.addEventListener('online', online)
  globalThis.addEventListener('offline', offline)
  const stop = onCallEvent(({ kind }) => {
    if (kind === 'offline') become(navigator.onLine ? 'unreachable' : 'offline')
    else become('online')
  })
  return () => {
    globalThis.removeEventListener('online', online)
    globalThis.removeEventListener('offline', offline)
    stop()
  }
}

/** Calls `listener` at every change until it is unsubscribed by what this returns. */
export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) stopHearing = hear()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stopHearing()
  }
}

/** Whether calls get through, for the banner. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => connection,
    () => 'online',
  )
}
