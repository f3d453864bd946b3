import type { SimulatedPage } from '../rooms/page.ts'

type Stretch = [from: number, to: number]

/** Seconds until the first picture appears. */
const loadSeconds = 1
const seekSeconds = 0.3
const tellSeconds = 1

/** Records which parts of the film were shown and which were watched. */
export class SimulatedFilm extends EventTarget {
  readonly duration: number
  readonly shown: Stretch[] = []
  readonly watched: Stretch[] = []
  readyState = 0
  paused = true
  ended = false
  seeking = false
  error: object | null = null
  defaultPlaybackRate = 1
  readonly #page: SimulatedPage<unknown>
  /** Seconds that are loaded ahead on a good network; infinity means all. */
  readonly #ahead: number
  #isWatched = true
  #rate = 1
  #src = ''
  #at = 0
  #since: number | null = null
  #loadedTo = 0
  #stalled = false
  #loads = 0
  #seeks = 0

  constructor(page: SimulatedPage<unknown>, { duration, ahead }: { duration: number; ahead: number }) {
    super()
    this.#page = page
    this.duration = duration
    this.#ahead = ahead
    page.after(tellSeconds * 1000, () => this.#tick())
  }

  get buffered() {
    return { length: 1, start: () => 0, end: () => this.#loadedTo }
  }

  get currentTime(): number {
    if (this.#since === null) return this.#at
    const seconds = ((this.#page.device.awakeNow() - this.#since) / 1000) * this.#rate
    return Math.min(this.#at + seconds, this.#loadedTo)
  }

  set currentTime(to: number) {
    this.#stand()
    this.#at = Math.min(Math.max(0, to), this.duration)
    this.ended = false
    this.seeking = true
    this.#seeks += 1
    const own = this.#seeks
    this.#tell('seeking')
    this.#page.after(seekSeconds * 1000, () => {
      if (own !== this.#seeks || this.readyState === 0) return
      this.seeking = false
      this.#loadedTo = Math.max(this.#loadedTo, this.#at)
      this.#fetch()
      this.#tell('seeked')
      this.#goOn()
    })
  }

  get playbackRate(): number {
    return this.#rate
  }

  set playbackRate(rate: number) {
    const goes = this.#since !== null
    this.#stand()
    this.#rate = rate
    if (goes) this.#goOn()
    this.#tell('ratechange')
  }

  get src(): string {
    return this.#src
  }

  set src(url: string) {
    this.#src = url
    this.#load()
  }

  load(): void {
    this.#load()
  }

  async play(): Promise<void> {
    this.paused = false
    this.#goOn()
  }

  pause(): void {
    if (this.paused) return
    this.#stand()
    this.paused = true
    this.#tell('timeupdate')
    this.#tell('pause')
  }

  watch(isWatched: boolean): void {
    if (isWatched === this.#isWatched) return
    this.#settle()
    this.#isWatched = isWatched
  }

  end(): void {
    this.#stand()
    this.paused = true
  }

  #settle(): void {
    if (this.#since === null) return
    const { currentTime } = this
    if (currentTime > this.#at) {
      this.shown.push([this.#at, currentTime])
      if (this.#isWatched) this.watched.push([this.#at, currentTime])
    }
    this.#at = currentTime
    this.#since = this.#page.device.awakeNow()
  }

  #stand(): void {
    this.#settle()
    this.#since = null
  }

  #goOn(): void {
    const may = !this.paused && !this.seeking && !this.ended && this.readyState > 0
    if (!may || this.#since !== null || this.#stalled) return
    this.#since = this.#page.device.awakeNow()
    this.#tell('playing')
  }

  #load(): void {
    this.#stand()
    this.#loads += 1
    const own = this.#loads
    Object.assign(this, { readyState: 0, paused: true, seeking: false, ended: false, error: null })
    this.#at = 0
    this.#loadedTo = 0
    this.#stalled = false
    this.#page.after(loadSeconds * 1000, () => {
      if (own !== this.#loads) return
      if (this.#page.device.line.isCut()) {
        this.error = {}
        this.#tell('error')
        return
      }
      this.readyState = 4
      this.#fetch()
      this.#tell('loadedmetadata')
      this.#goOn()
    })
  }

  #fetch(): void {
    if (this.#page.device.line.isCut()) return
    this.#loadedTo = Math.max(this.#loadedTo, Math.min(this.duration, this.currentTime + this.#ahead))
  }

  #tick(): void {
    this.#page.after(tellSeconds * 1000, () => this.#tick())
    if (this.readyState === 0) return
    this.#fetch()
    if (this.#stalled && this.#loadedTo > this.#at) {
      this.#stalled = false
      this.#goOn()
    }
    if (this.#since === null) return
    this.#tell('timeupdate')
    if (this.currentTime < this.#loadedTo) return
    this.#stand()
    if (this.#at < this.duration) {
      this.#stalled = true
      this.#tell('waiting')
      return
    }
    this.paused = true
    this.ended = true
    this.#tell('pause')
    this.#tell('ended')
  }

  #tell(name: string): void {
    setImmediate(() => {
      if (this.#page.holds() === 'run') this.dispatchEvent(new Event(name))
    })
  }
}
