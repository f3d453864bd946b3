import { useSyncExternalStore } from 'react'
import { createStoredValue } from './stored-value.ts'

const stored = createStoredValue('low-data', (text) => JSON.parse(text) === true)

export interface NetworkConnection extends Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>> {
  saveData?: boolean
  type?: string
}
interface Metered {
  connection?: NetworkConnection
}

export function usesLowData(): boolean {
  return stored.get() ?? saysMetered(globalThis.navigator ?? {})
}

function saysMetered(browser: object & Metered): boolean {
  return browser.connection?.saveData === true
}

/** Stores the choice whether to save data. From then on it overrides the browser's setting. */
export const setLowData = (low: boolean): void => stored.set(low)

export function useLowData(): boolean {
  stored.useValue()
  return usesLowData()
}

export function shouldOfferLowData(line: NetworkConnection | undefined, chosen: boolean | null): boolean {
  return chosen === null && line?.type === 'cellular' && line.saveData !== true
}

const lineOf = ({ connection }: object & Metered): NetworkConnection | undefined => connection

/** Whether to offer saving data. The answer changes when the device changes between Wi-Fi and a mobile network. */
export function useLowDataOffer(): boolean {
  const chosen = stored.useValue()
  const type = useSyncExternalStore(hearLine, () => lineOf(navigator)?.type)
  return shouldOfferLowData({ ...lineOf(navigator), type: type ?? 'unknown' }, chosen)
}

function hearLine(listener: () => void): () => void {
  const line = lineOf(navigator)
  line?.addEventListener?.('change', listener)
  return () => line?.removeEventListener?.('change', listener)
}
