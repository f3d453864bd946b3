import { createStoredValue } from './stored-value.ts'

const stored = createStoredValue('captions', (text) => JSON.parse(text) === true)

/** Captions are shown until the student hides them. */
export const areCaptionsShown = (): boolean => stored.get() ?? true

export const setCaptionsShown = (shown: boolean): void => stored.set(shown)

export function useCaptionsShown(): boolean {
  stored.useValue()
  return areCaptionsShown()
}

/** The smallest size is the minimum that stays readable on a phone. */
export const captionSizes = ['standard', 'large', 'largest'] as const
export type CaptionSize = (typeof captionSizes)[number]

const storedSize = createStoredValue('captions-size', (text) => sizeOf(JSON.parse(text)))

function sizeOf(value: unknown): CaptionSize {
  return captionSizes.find((size) => size === value) ?? 'standard'
}

export const setCaptionSize = (size: CaptionSize): void => storedSize.set(size)

export function useCaptionSize(): CaptionSize {
  storedSize.useValue()
  return storedSize.get() ?? 'standard'
}
