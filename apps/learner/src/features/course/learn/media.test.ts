import { expect, it, vi } from 'vitest'
import { isFull, toggleFullscreen } from './media.ts'

it('takes a page without a word for the full screen for one that does not fill it', () => {
  expect([isFull({}), isFull({ fullscreenElement: null })]).toEqual([false, false])
})

it('fills an iPhone’s screen with the video itself, as soon as that can be', () => {
  vi.stubGlobal('document', {})
  const webkitEnterFullscreen = vi.fn()
  const video = asVideo({ webkitSupportsFullscreen: false, webkitEnterFullscreen })
  toggleFullscreen(null, video)
  expect(webkitEnterFullscreen).not.toHaveBeenCalled()
  toggleFullscreen(null, Object.assign(video, { webkitSupportsFullscreen: true }))
  expect(webkitEnterFullscreen).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

/** Only what is asked of an iPhone's video. */
function asVideo(video: object): HTMLVideoElement {
  return video as HTMLVideoElement
}
