import { useSyncExternalStore } from 'react'
import { storedValue } from './stored.ts'

const stored = storedValue('low-data', (text) => JSON.parse(text) === true)

/** What browsers may say of their line. */
export interface Line
  extends Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>> {
  saveData?: boolean
  /** what carries it */
  type?: string
}
interface Metered {
  connection?: Line
}

/** 省流量 on this device: as chosen here, else as the browser is set. */
export function readLowData(): boolean {
  return stored.get() ?? saysMetered(globalThis.navigator ?? {})
}

function saysMetered(browser: object & Metered): boolean {
  return browser.connection?.saveData === true
}

/** From now on this device does not ask the browser. */
export const chooseLowData = (low: boolean): void => stored.set(low)

/** The same as React state. */
export function useLowData(): boolean {
  stored.useValue()
  return readLowData()
}

/** 省流量 is worth a word: a mobile line, and nothing was chosen on this device yet. */
export function offersLowData(line: Line | undefined, chosen: boolean | null): boolean {
  return chosen === null && line?.type === 'cellular' && line.saveData !== true
}

const lineOf = ({ connection }: object & Metered): Line | undefined => connection

/** The same as React state: a phone changes between Wi-Fi and its own line as it is carried about. */
export function useLowDataOffer(): boolean {
  const chosen = stored.useValue()
  const type = useSyncExternalStore(hearLine, () => lineOf(navigator)?.type)
  return offersLowData({ ...lineOf(navigator), type: type ?? 'unknown' }, chosen)
}

function hearLine(listener: () => void): () => void {
  const line = lineOf(navigator)
  line?.addEventListener?.('change', listener)
  return () => line?.removeEventListener?.('change', listener)
}
