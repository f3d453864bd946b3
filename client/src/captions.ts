import { storedValue } from './stored.ts'

const stored = storedValue('captions', (text) => JSON.parse(text) === true)

/** Whether captions are shown on this device: they are, until somebody hides them. */
export const readCaptions = (): boolean => stored.get() ?? true

/** Remembered on this device, for every lesson. */
export const chooseCaptions = (shown: boolean): void => stored.set(shown)

/** The same as React state. */
export function useCaptions(): boolean {
  stored.useValue()
  return readCaptions()
}
