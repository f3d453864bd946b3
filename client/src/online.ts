import { useSyncExternalStore } from 'react'
import { onCallEvent } from './answers.ts'

/** unreachable: the device has a network, but our server did not answer the last call */
export type Connection = 'online' | 'offline' | 'unreachable'

let connection: Connection = globalThis.navigator?.onLine === false ? 'offline' : 'online'

function subscribe(listener: () => void): () => void {
  const become = (next: Connection) => {
    if (next === connection) return
    connection = next
    listener()
  }
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

/** Whether calls get through, for the banner. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => connection,
    () => 'online',
  )
}
