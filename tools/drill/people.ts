import { setTimeout as delay } from 'node:timers/promises'
import { clientBase } from '@ce/contract'
import type { RepeatingWriter } from '../../server/test/kill/writers.ts'

export type Kind = 'heartbeats' | 'saves' | 'orders' | 'pages' | 'files'

interface Step {
  method: 'GET' | 'POST'
  path: string
  token?: string
  body?: string
  /** Takes the acknowledgement. @throws Error for an answer that must not come */
  acknowledge(answer: string): void
}

/** Somebody who does one thing after another and repeats each until it is answered. */
export interface Person {
  kind: Kind
  /** Milliseconds from an answer to the next step. */
  pause: number
  next(): Step
}

/** What people saw in a part of the drill. */
export interface Tally {
  acknowledged: number
  /** Steps without a good answer at their first try. A page repeats heartbeats and saves by itself. */
  failed: Record<Kind, number>
  /** The longest time in seconds from the first try of a step to its answer. */
  longest: Record<Kind, number>
  /** What the failed tries were answered. */
  answers: Map<string, number>
}

/** As long as a page waits before it repeats, in milliseconds. */
const repeatPause = 250
const patience = 15_000

const closedWords = /^(other side closed|read ECONNRESET)/

/** The payment channel is no part of the drill; where it does not answer in time, people try again. */
const channelWords = /"key":"order\.gatewayDown"/

const zeros = (): Record<Kind, number> => ({ heartbeats: 0, saves: 0, orders: 0, pages: 0, files: 0 })

export class Crowd {
  #running = true
  #tally = emptyTally()
  readonly #origin: string
  readonly #people: Promise<void>[]
  /** When each person that waits now began to wait. */
  readonly #waiting = new Map<Person, number>()
  /** A refusal that shows a fault of the portal or the drill. */
  #fault: Error | null = null

  constructor(origin: string, people: readonly Person[]) {
    this.#origin = origin
    this.#people = people.map((person) =>
      this.#live(person).catch((error: Error) => {
        this.#fault ??= error
      }),
    )
  }

  /** Returns what was seen since the last call. */
  take(): Tally {
    const tally = this.#tally
    this.#tally = emptyTally()
    return tally
  }

  /** Whether nobody waits for longer than this. @throws Error for an answer that must not come */
  isServed(ms: number): boolean {
    if (this.#fault) throw this.#fault
    const now = performance.now()
    return [...this.#waiting.values()].every((since) => now - since < ms)
  }

  async end(): Promise<void> {
    this.#running = false
    await Promise.all(this.#people)
  }

  async #live(person: Person): Promise<void> {
    await delay(Math.random() * person.pause)
    while (this.#running) {
      await this.#do(person, person.next())
      await delay(person.pause * (0.5 + Math.random()))
    }
  }

  async #do(person: Person, step: Step): Promise<void> {
    const since = performance.now()
    this.#waiting.set(person, since)
    for (let tries = 0; this.#running || tries > 0; tries += 1) {
      const { status, text } = await this.#ask(step)
      if (status === 200 && !channelWords.test(text)) {
        step.acknowledge(text)
        break
      }
      if (status > 200 && status < 500) throw new Error(`${step.path} was answered ${status}: ${text.slice(0, 200)}`)
      if (tries === 0) this.#tally.failed[person.kind] += 1
      const answer = status === 0 ? text : `${status} ${text.slice(0, 60).replaceAll(/\s+/g, ' ')}`
      this.#tally.answers.set(answer, (this.#tally.answers.get(answer) ?? 0) + 1)
      await delay(repeatPause)
    }
    this.#waiting.delete(person)
    const seconds = (performance.now() - since) / 1000
    this.#tally.longest[person.kind] = Math.max(this.#tally.longest[person.kind], seconds)
    this.#tally.acknowledged += 1
  }

  async #ask(step: Step): Promise<{ status: number; text: string }> {
    const answer = await this.#askOnce(step)
    // A browser sends a request again when a connection that it used before closes without an answer.
    return answer.status === 0 && closedWords.test(answer.text) ? this.#askOnce(step) : answer
  }

  async #askOnce({ method, path, token, body }: Step): Promise<{ status: number; text: string }> {
    try {
      const response = await fetch(this.#origin + path, {
        method,
        headers: {
          ...(token ? { authorization: token } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body } : {}),
        signal: AbortSignal.timeout(patience),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      const { cause, message } = error as Error
      return { status: 0, text: cause instanceof Error ? cause.message || String(cause) : message }
    }
  }
}

function emptyTally(): Tally {
  return { acknowledged: 0, failed: zeros(), longest: zeros(), answers: new Map() }
}

/** A page that sends heartbeats or saves, and counts what was acknowledged. */
export class Writer implements Person {
  readonly kind: Kind
  readonly pause: number
  readonly #writer: RepeatingWriter
  acknowledged = 0

  constructor(kind: 'heartbeats' | 'saves', writer: RepeatingWriter, pause: number) {
    this.kind = kind
    this.pause = pause
    this.#writer = writer
  }

  next(): Step {
    const { path, token, body } = this.#writer
    return {
      method: 'POST',
      path: clientBase + path,
      token,
      body: JSON.stringify(body(this.acknowledged + 1)),
      acknowledge: (answer) => {
        if (!answer.startsWith('{"code":1,')) throw new Error(`write ${this.acknowledged + 1} refused: ${answer}`)
        this.acknowledged += 1
      },
    }
  }
}

interface OrderKnown {
  orderNo: string
  cancelled: boolean
}

const orderNotPending = 4011

/** A student who places an order, looks at it and cancels it, again and again. */
export class Buyer implements Person {
  readonly kind = 'orders'
  readonly pause: number
  readonly known: OrderKnown[] = []
  readonly #token: string
  readonly #create: string
  #looked = false

  constructor(token: string, create: object, pause: number) {
    this.#token = token
    this.#create = JSON.stringify(create)
    this.pause = pause
  }

  next(): Step {
    const open = this.known.at(-1)
    if (!open || open.cancelled) return this.#step('POST', '/order/v1/create_order', this.#create, this.#placed)
    const { orderNo } = open
    if (!this.#looked)
      return this.#step('GET', `/order/v1/query_status?orderNo=${orderNo}`, undefined, (answer) => {
        if (!answer.includes('"PENDING"')) throw new Error(`the order ${orderNo} is not open: ${answer}`)
        this.#looked = true
      })
    return this.#step('POST', '/order/v1/cancel_order', JSON.stringify({ orderNo }), () => {
      open.cancelled = true
    })
  }

  readonly #placed = (answer: string) => {
    const { data } = JSON.parse(answer) as { data: { orderNo: string } }
    this.known.push({ orderNo: data.orderNo, cancelled: false })
    this.#looked = false
  }

  #step(method: 'GET' | 'POST', path: string, body: string | undefined, good: (answer: string) => void): Step {
    return {
      method,
      path: clientBase + path,
      token: this.#token,
      ...(body ? { body } : {}),
      acknowledge: (answer) => {
        const { code } = JSON.parse(answer) as { code: number }
        // The first try was carried out although its answer was lost.
        if (code !== 1 && !(code === orderNotPending && path.endsWith('/cancel_order')))
          throw new Error(`${path} refused: ${answer}`)
        good(answer)
      },
    }
  }
}

export class Reader implements Person {
  readonly kind: Kind
  readonly pause: number
  readonly #paths: readonly string[]
  #at = 0

  constructor(kind: 'pages' | 'files', paths: readonly string[], pause: number) {
    this.kind = kind
    this.#paths = paths
    this.pause = pause
  }

  next(): Step {
    this.#at += 1
    return { method: 'GET', path: this.#paths[this.#at % this.#paths.length] ?? '/', acknowledge: () => {} }
  }
}
