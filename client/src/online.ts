import { useSyncExternalStore } from 'react'
import { onCallEvent } from './answers.ts'

/** unreachable: the device has a network, but the server did not answer the last call. */
export type ConnectionState = 'online' | 'offline' | 'unreachable'

let connection: ConnectionState = globalThis.navigator?.onLine === false ? 'offline' : 'online'

/** The server answered the last call with an error. */
let faulty = false

const listeners = new Set<() => void>()
let stopHearing = () => {}

function become(next: ConnectionState, isFaulty = false): void {
  if (next === connection && isFaulty === faulty) return
  connection = next
  faulty = isFaulty
  for (const listener of listeners) listener()
}

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

/** Calls `listener` at every change. @returns a function that unsubscribes */
export function onConnectionChange(listener: () => void): () => void {
  if (listeners.size === 0) stopHearing = hear()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stopHearing()
  }
}

export function useConnection(): ConnectionState {
  return useSyncExternalStore(
    onConnectionChange,
    () => connection,
    () => 'online',
  )
}

/** True when the server answers with errors, so that the network is not blamed. */
export function useServerFault(): boolean {
  return useSyncExternalStore(
    onConnectionChange,
    () => faulty,
    () => false,
  )
}
