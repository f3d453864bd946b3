import type { Picture, Player } from './player.ts'

/** so long a film that takes another's place may take to begin */
const loadMs = 20_000

/** A video element as the player drives it. */
function pictureOf(video: HTMLVideoElement): Picture {
  /** stops waiting for the film before: what the element tells is of the last one */
  let loading = new AbortController()
  return {
    // while seeking, currentTime is where it was asked to go, not what was played
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
        // a film that is loaded begins at the default speed
        video.defaultPlaybackRate = video.playbackRate
        video.src = url
        video.load()
      }),
  }
}

/** The player drives this element from now on. Returns the way to stop, when the element goes. */
export function showOn(video: HTMLVideoElement, player: Player): () => void {
  player.attach(pictureOf(video))
  const stop = listenTo(video, player)
  return () => {
    stop()
    // without the picture nothing plays; what was watched is sent by close()
    video.pause()
    player.attach(null)
  }
}

/** All from here to the end is in the browser. */
function isLoaded({ buffered, currentTime, duration }: HTMLVideoElement): boolean {
  for (let part = 0; part < buffered.length; part += 1)
    if (buffered.start(part) <= currentTime && buffered.end(part) >= duration - 0.5) return true
  return false
}

/** Tells the player what the element does. Returns the way to stop. */
function listenTo(video: HTMLVideoElement, { dispatch, read }: Player): () => void {
  const stop = new AbortController()
  const on = (name: string, act: () => unknown) =>
    video.addEventListener(name, act, { signal: stop.signal })
  on('loadedmetadata', () => {
    // also when it was told to play before it was there; where a fresh film goes on is said by the player
    const { position, media } = read()
    if (media !== 'renewing' && position > 0) video.currentTime = position
  })
  // a page that was busy hears of it when it is paused again
  on('playing', () => !video.paused && dispatch({ on: 'playing', at: video.currentTime }))
  on('timeupdate', () => {
    // while seeking, currentTime is where it was asked to go, not what was played
    if (!video.seeking && !video.ended)
      dispatch({ on: 'time', at: video.currentTime, loaded: isLoaded(video) })
  })
  on('waiting', () => dispatch({ on: 'waiting' }))
  on('pause', () => {
    // told before `ended` too
    if (!video.ended && !video.error) dispatch({ on: 'paused' })
  })
  on('seeking', () => dispatch({ on: 'seeking', at: video.currentTime }))
  on('seeked', () => dispatch({ on: 'seeked', at: video.currentTime, paused: video.paused }))
  on('ratechange', () => dispatch({ on: 'speed', rate: video.playbackRate }))
  on('ended', () => dispatch({ on: 'ended', at: video.currentTime }))
  on('error', () => dispatch({ on: 'broken' }))
  return () => stop.abort()
}
