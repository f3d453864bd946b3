import { nextOrigin } from '../world.ts'
import type { RoomClock } from './clock.ts'

/**
 * swallowed: the response is lost. dead: no reaction. late: the page gave up, but the request arrives. ill: a faulty
 * proxy responds.
 */
type Fate = 'fine' | 'lost' | 'swallowed' | 'dead' | 'late' | 'ill'

interface Caller {
  isGone: boolean
  say(what: string): void
  holds(): 'run' | 'wait' | 'drop'
}

export interface NetworkConditions {
  badPercent: number
  slowMs: number
  dice: number
}

/** Returns random numbers from 0 to 1, the same for the same seed. */
export function createSeededDice(beginning: number): () => number {
  let now = beginning
  return () => {
    now = (now * 1_103_515_245 + 12_345) % 2 ** 31
    return now / 2 ** 31
  }
}

const bad: Fate[] = ['lost', 'lost', 'swallowed', 'swallowed', 'dead', 'late', 'ill']

let underWay = 0

export async function waitUntilQuiet(): Promise<void> {
  for (let still = 0; still < 8; ) {
    await new Promise((resolve) => setImmediate(resolve))
    still = underWay === 0 ? still + 1 : 0
  }
}

export class SimulatedNetwork {
  readonly #clock: RoomClock
  readonly #weather: NetworkConditions
  readonly #roll: () => number
  #cutUntil = 0
  #calm = false

  constructor(clock: RoomClock, weather: NetworkConditions) {
    this.#clock = clock
    this.#weather = weather
    this.#roll = createSeededDice(weather.dice)
  }

  calmDown(): void {
    this.#calm = true
    this.#cutUntil = 0
  }

  cut(ms: number, back: () => void): void {
    const until = this.#clock.now() + ms
    this.#cutUntil = Math.max(this.#cutUntil, until)
    this.#clock.at(until, () => {
      if (this.#clock.now() >= this.#cutUntil) back()
    })
  }

  isCut(): boolean {
    return this.#clock.now() < this.#cutUntil
  }

  #fate(): Fate {
    if (this.#calm) return 'fine'
    if (this.isCut()) return this.#roll() < 0.8 ? 'lost' : 'dead'
    if (this.#roll() * 100 >= this.#weather.badPercent) return 'fine'
    return bad[Math.floor(this.#roll() * bad.length)] ?? 'lost'
  }

  #way(): number {
    return this.#calm ? 30 : 20 + this.#roll() * this.#weather.slowMs
  }

  fetch(page: Caller, path: string, init: RequestInit): Promise<unknown> {
    const fate = this.#fate()
    const [up, down] = [this.#way(), this.#way()]
    const { signal, ...rest } = init
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      if (page.isGone) return
      const fail = () => reject(new TypeError('network'))
      const call = briefly(path.split('/').at(-1))
      page.say(`${call} ${briefly(rest.body)}, ${fate}`)
      const later = (ms: number, run: () => void, whose?: Caller) =>
        this.#clock.at(this.#clock.now() + ms, run, whose ? () => whose.holds() : undefined)
      const arrive = (ms: number, then: (answer: Served) => void) => later(ms, () => void serve(path, rest).then(then))
      if (fate === 'lost') later(up, fail, page)
      else if (fate === 'late') {
        later(up, fail, page)
        arrive(up + this.#roll() * 60_000, () => {})
      } else if (fate === 'swallowed') {
        arrive(up, () => later(down, fail, page))
      } else if (fate === 'ill') later(up + down, () => resolve(answerOf(503, '<html>')), page)
      else if (fate === 'fine')
        arrive(up, ({ status, text }) => {
          const hear = () => {
            page.say(`${call} says ${briefly(text)}`)
            resolve(answerOf(status, text))
          }
          later(down, hear, page)
        })
    })
  }
}

interface Served {
  status: number
  text: string
}

async function serve(path: string, init: RequestInit): Promise<Served> {
  underWay += 1
  try {
    const response = await fetch(nextOrigin() + path, init)
    return { status: response.status, text: await response.text() }
  } finally {
    underWay -= 1
  }
}

const briefly = (text: unknown = '') =>
  String(text)
    .replace(/[-0-9a-f]{32}(?=[0-9a-f]{4})/g, '')
    .slice(0, 400)

const answerOf = (status: number, text: string) => ({
  status,
  text: async () => text,
  headers: { get: () => null },
})
