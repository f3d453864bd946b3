import { expect, it, vi } from 'vitest'
import { hasFullscreenElement, toggleFullscreen } from './media.ts'

it('a page in a browser without fullscreen support does not count as full screen', () => {
  expect([hasFullscreenElement({}), hasFullscreenElement({ fullscreenElement: null })]).toEqual([false, false])
})

it('an iPhone shows the video itself in full screen once its size is known', () => {
  vi.stubGlobal('document', {})
  const webkitEnterFullscreen = vi.fn()
  const video = asVideo({ webkitSupportsFullscreen: false, webkitEnterFullscreen })
  toggleFullscreen(null, video)
  expect(webkitEnterFullscreen).not.toHaveBeenCalled()
  toggleFullscreen(null, Object.assign(video, { webkitSupportsFullscreen: true }))
  expect(webkitEnterFullscreen).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

function asVideo(video: object): HTMLVideoElement {
  return video as HTMLVideoElement
}
