import { storedValue } from './stored.ts'

const stored = storedValue('low-data', (text) => JSON.parse(text) === true)

/** What browsers on a metered line may say of themselves. */
interface Metered {
  connection?: { saveData?: boolean }
}

/** 省流量 on this device: as chosen here, else as the browser is set. */
export function readLowData(): boolean {
  return stored.get() ?? saysMetered(globalThis.navigator ?? {})
}

function saysMetered(browser: object & Metered): boolean {
  return browser.connection?.saveData === true
}

export const chooseLowData = (low: boolean): void => stored.set(low)

/** The same as React state. */
export function useLowData(): boolean {
  stored.useValue()
  return readLowData()
}
