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

/** How large captions are; the smallest is what a phone's picture needs to be read at all. */
export const captionSizes = ['standard', 'large', 'largest'] as const
export type CaptionSize = (typeof captionSizes)[number]

const storedSize = storedValue('captions-size', (text) => sizeOf(JSON.parse(text)))

function sizeOf(value: unknown): CaptionSize {
  return captionSizes.find((size) => size === value) ?? 'standard'
}

/** Remembered on this device, for every lesson. */
export const chooseCaptionSize = (size: CaptionSize): void => storedSize.set(size)

/** As React state. */
export function useCaptionSize(): CaptionSize {
  storedSize.useValue()
  return storedSize.get() ?? 'standard'
}
