import type { Player, PlayerMediaControls } from './player.ts'

/** Milliseconds within which a new film must have loaded. */
const loadMs = 20_000

function pictureOf(video: HTMLVideoElement): PlayerMediaControls {
  /** Stops waiting for the previous film, because events always concern the newest one. */
  let loading = new AbortController()
  return {
    // While seeking, `currentTime` is the target and not a played position.
    at: () => (video.seeking || video.ended || video.readyState === 0 ? null : video.currentTime),
    play: () => video.play(),
    pause: () => video.pause(),
    seek: (to) => {
      video.currentTime = to
    },
    normalSpeed: () => {
      video.playbackRate = 1
      video.defaultPlaybackRate = 1
    },
    load: (url) =>
      new Promise((resolve, reject) => {
        loading.abort()
        loading = new AbortController()
        const { signal } = loading
        const settle = (act: () => void) => () => {
          loading.abort()
          act()
        }
        const fail = settle(() => reject(new Error('not loaded')))
        const timer = setTimeout(fail, loadMs)
        signal.addEventListener('abort', () => clearTimeout(timer))
        video.addEventListener('loadedmetadata', settle(resolve), { signal })
        video.addEventListener('error', fail, { signal })
        // Keep the speed, because a newly loaded film starts at the default speed.
        video.defaultPlaybackRate = video.playbackRate
        video.src = url
        video.load()
      }),
  }
}

/** @returns a function that detaches the element */
export function attachVideo(video: HTMLVideoElement, player: Player): () => void {
  player.attach(pictureOf(video))
  const stop = listenTo(video, player)
  return () => {
    stop()
    // Nothing plays without the element. `close` sends the watched seconds.
    video.pause()
    player.attach(null)
  }
}

function isLoaded({ buffered, currentTime, duration }: HTMLVideoElement): boolean {
  for (let part = 0; part < buffered.length; part += 1)
    if (buffered.start(part) <= currentTime && buffered.end(part) >= duration - 0.5) return true
  return false
}

function listenTo(video: HTMLVideoElement, { dispatch, read }: Player): () => void {
  const stop = new AbortController()
  const on = (name: string, act: () => unknown) => video.addEventListener(name, act, { signal: stop.signal })
  on('loadedmetadata', () => {
    const { position, media } = read()
    if (media !== 'renewing' && position > 0) video.currentTime = position
  })
  // A busy page may get this event after the film was paused again.
  on('playing', () => !video.paused && dispatch({ on: 'playing', at: video.currentTime }))
  on('timeupdate', () => {
    // While seeking, `currentTime` is the target and not a played position.
    if (!video.seeking && !video.ended) dispatch({ on: 'time', at: video.currentTime, loaded: isLoaded(video) })
  })
  on('waiting', () => dispatch({ on: 'waiting' }))
  on('pause', () => {
    // Ignore the pause event that comes before `ended`.
    if (!video.ended && !video.error) dispatch({ on: 'paused' })
  })
  on('seeking', () => dispatch({ on: 'seeking', at: video.currentTime }))
  on('seeked', () => dispatch({ on: 'seeked', at: video.currentTime, paused: video.paused }))
  on('ratechange', () => dispatch({ on: 'speed', rate: video.playbackRate }))
  on('ended', () => dispatch({ on: 'ended', at: video.currentTime }))
  on('error', () => dispatch({ on: 'broken' }))
  return () => stop.abort()
}
