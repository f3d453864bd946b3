import { useSyncExternalStore } from 'react'
import { onCallEvent } from './answers.ts'

/** unreachable: the device has a network, but our server did not answer the last call */
export type Connection = 'online' | 'offline' | 'unreachable'

let connection: Connection = globalThis.navigator?.onLine === false ? 'offline' : 'online'

/** the server answered the last call, with an error of its own */
let faulty = false

const listeners = new Set<() => void>()
let stopHearing = () => {}

function become(next: Connection, isFaulty = false): void {
  if (next === connection && isFaulty === faulty) return
  connection = next
  faulty = isFaulty
  for (const listener of listeners) listener()
}

/** From the first who asks to the last who stops asking. */
function hear(): () => void {
  const online = () => become('online')
  const offline = () => become('offline')
  globalThis.addEventListener('online', online)
  globalThis.addEventListener('offline', offline)
  const stop = onCallEvent((event) => {
    if (event.kind === 'offline') become(navigator.onLine ? 'unreachable' : 'offline')
    else become('online', event.kind === 'failed' && event.status >= 500)
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

/** Whether the server answers, but with errors: what did not go through is not the network's fault. */
export function useServerFault(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => faulty,
    () => false,
  )
}
