/** seconds of the back button and the arrow keys */
export const backSeconds = 10

/** iPhones fill the screen with the video itself only. */
interface IPhoneVideo extends HTMLVideoElement {
  /** false before the picture's size is known, when entering throws */
  webkitSupportsFullscreen?: boolean
  webkitEnterFullscreen?: () => void
  webkitExitFullscreen?: () => void
  webkitDisplayingFullscreen?: boolean
}

/** Whether something of the page fills the screen; an iPhone's document has no word for it. */
export function isFull(page: { fullscreenElement?: Element | null }): boolean {
  return Boolean(page.fullscreenElement)
}

/** Fills the screen with the player, or leaves it. */
export function toggleFullscreen(stage: HTMLElement | null, video: IPhoneVideo | null): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (stage?.requestFullscreen) void fill(stage).catch(() => undefined)
  else if (video?.webkitSupportsFullscreen) video.webkitEnterFullscreen?.()
}

/** A phone whose screen does not turn by itself is turned. */
interface Turning {
  lock?: (to: 'landscape') => Promise<void>
}

async function fill(stage: HTMLElement): Promise<void> {
  await stage.requestFullscreen()
  const turning: Turning = screen.orientation
  // desks refuse; leaving the full screen frees it again
  await turning.lock?.('landscape')
}

/** An iPhone's own full screen shows nothing but the picture: what asks for an answer would not be seen. */
export function leaveOwnScreen(video: IPhoneVideo | null): void {
  if (video?.webkitDisplayingFullscreen) video.webkitExitFullscreen?.()
}

/** 0 to 1, what lies beyond is cut; 0 mutes, anything else is heard again. */
export function setVolume(video: HTMLVideoElement | null, volume: number): void {
  if (!video) return
  video.volume = Math.min(1, Math.max(0, volume))
  video.muted = video.volume === 0
}

/** The volume stays as it was. */
export function toggleMuted(video: HTMLVideoElement | null): void {
  if (video) video.muted = !video.muted
}
