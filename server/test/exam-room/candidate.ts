import type { TestExam } from '../factories/exam.ts'
import type { RoomClock } from './clock.ts'
import { Device } from './device.ts'
import type { Act, Habits } from './habits.ts'
import { diceOf } from './line.ts'
import { type OpenPage, Page, type Shown } from './page.ts'

/** What surrounds all of them. */
export interface Room {
  clock: RoomClock
  open: OpenPage
  /** staff give so many seconds more */
  extend(attemptId: string, seconds: number): Promise<void>
  /** every session of a student ends. @returns another for each of these devices */
  lapse(studentId: string): Promise<object>
}

/** What somebody chose last, and when. */
export interface Chosen {
  options: string[]
  /** epoch ms */
  at: number
}

/** An honest person, whose page tells them what becomes of what they choose. */
export class Candidate {
  readonly exam: TestExam
  readonly chosen = new Map<string, Chosen>()
  readonly devices: Device[]
  /** questions whose last answer they were told to be in doubt, or lost */
  readonly told = new Set<string>()
  /** those of which the page had said that nothing keeps it, before it was closed */
  readonly warned = new Set<string>()
  attemptId: string | undefined
  /** how it went, for whoever looks for a fault */
  readonly story: string[] = []
  readonly #room: Room
  readonly #habits: Habits
  readonly #acts: Act[]
  #device: Device
  #page: Page | null = null
  /** of the page they look at: asked for, and when they give it up */
  #asks: { page: Page; until: number } | null = null
  #pressesAt = 0
  #answersAt = 0
  #actsAt: number
  #backAt = 0
  #session: object
  #signsInAt = Number.POSITIVE_INFINITY
  readonly #dice: () => number
  #answered = 0
  #hasBegun = false
  #isOver = false
  readonly #begins: number

  constructor(room: Room, exam: TestExam, session: object, habits: Habits) {
    this.#room = room
    this.exam = exam
    this.#habits = habits
    this.#session = session
    this.#acts = [...habits.acts]
    this.#dice = diceOf(habits.dice)
    this.devices = habits.weathers.map((weather) => new Device(room.clock, session, weather))
    for (const device of this.devices) device.say = (what) => this.#say(what, device)
    this.#device = this.#first
    this.#begins = room.clock.now() + habits.begins * 1000
    this.#actsAt = this.#begins + 1000 * (habits.calmFor + (this.#acts[0]?.after ?? 0))
  }

  get #first(): Device {
    const [first] = this.devices
    if (!first) throw new Error('nobody is without a device')
    return first
  }

  get usesTwo(): boolean {
    return this.#habits.two
  }

  /** ms after the bell */
  get looksInMs(): number {
    return this.#habits.looksIn * 1000
  }

  /** epoch ms; whose attempt never began */
  get givesUpAt(): number {
    return this.#begins + 700_000
  }

  /** A second of the exam. */
  turn(): void {
    const now = this.#room.clock.now()
    if (now < this.#begins || this.#isOver) return
    if (now >= this.#signsInAt) this.#signIn()
    if (!this.#page && now >= this.#backAt) this.#open()
    if (now >= this.#actsAt) this.#act()
    const page = this.#page
    if (page && !this.#device.asleep && now >= this.#backAt) this.#look(page)
  }

  /** The bell has rung, the lines are well: they look in once more, on each device. */
  lookIn(): void {
    this.#say('looks in')
    // what stands open they see first
    for (const page of this.devices.flatMap((device) => [...device.pages])) {
      const state = page.ours.attempt()?.read()
      if (state?.phase === 'submitted') this.#readResult(state)
    }
    this.#isOver = true
    this.#signIn()
    for (const device of this.devices) {
      device.line.calmDown()
      device.wake()
      this.#pageOn(device)
    }
  }

  #say(what: string, device = this.#device): void {
    const second = Math.round((this.#room.clock.now() - this.#begins) / 1000)
    this.story.push(`${second} s, device ${this.devices.indexOf(device)}: ${what}`)
  }

  #roll(below: number): number {
    return Math.floor(this.#dice() * below)
  }

  #pageOn(device: Device): Page {
    const { sign, exam } = this.exam
    return new Page(device, this.#room.open, sign.student.id, exam)
  }

  #open(): void {
    this.#page = this.#pageOn(this.#device)
    this.#say('opens a page')
  }

  /** The page before is gone, as after every sign-in. */
  #signIn(): void {
    this.#signsInAt = Number.POSITIVE_INFINITY
    this.#say('signs in anew')
    for (const device of this.devices) {
      device.signIn(this.#session)
      for (const page of [...device.pages]) this.#close(page)
    }
    this.#page = null
  }

  #look(page: Page): void {
    const now = this.#room.clock.now()
    const attempt = page.ours.attempt()
    if (!attempt) {
      this.#enter(page)
      return
    }
    const state = attempt.read()
    if (state.signedOut) return
    if (state.phase === 'running') this.#sit(page, state)
    else if (state.phase === 'submitted') this.#readResult(state)
    else if (state.phase === 'error') {
      this.#say(`error: ${state.problem}`)
      attempt.dispatch({ on: 'again' })
    } else if (state.phase === 'ready' && now >= this.#pressesAt) {
      if (state.problem) this.#say(state.problem)
      if (!this.#hasBegun || state.info.runningAttemptId) attempt.dispatch({ on: 'begin' })
      this.#pressesAt = now + 2000
    }
  }

  #enter(page: Page): void {
    const now = this.#room.clock.now()
    const asks = this.#asks
    if (asks?.page === page && now >= asks.until) {
      this.#say('loads it anew')
      this.#close(page)
      this.#goneFor(1)
    } else if (asks?.page !== page && now >= this.#pressesAt) {
      this.#asks = { page, until: now + 20_000 }
      const again = (ms: number) => {
        if (this.#asks?.page !== page) return
        this.#asks = null
        this.#pressesAt = this.#room.clock.now() + ms
      }
      page.ours.enter(!this.#hasBegun).then(
        () => again(20_000),
        () => again(3000),
      )
    }
  }

  #sit(page: Page, state: Shown): void {
    const now = this.#room.clock.now()
    const { sitting } = state
    if (!sitting) return
    if (!this.#hasBegun) this.#say('has begun')
    this.#hasBegun = true
    this.attemptId = sitting.attemptId
    this.#putRight(page, state)
    if (now >= this.#answersAt) {
      const question = sitting.questions[this.#roll(this.#habits.questions)]
      if (question) {
        const most = question.type === 'MULTIPLE' ? question.options.length : 1
        // an answer is taken back only where there is one
        const none = this.#roll(10) === 0 && (state.answers[question.id] ?? []).length > 0
        const count = none ? 0 : 1 + this.#roll(most)
        const from = this.#roll(question.options.length)
        const options = [...question.options, ...question.options].slice(from, from + count)
        this.#choose(
          page,
          question.id,
          options.map(({ id }) => id),
        )
      }
      const { paces } = this.#habits
      this.#answered += 1
      this.#answersAt = now + 1000 * (paces[this.#answered % paces.length] ?? 5)
    }
    const { handsIn } = this.#habits
    if (handsIn !== null && now >= this.#begins + handsIn * 1000) {
      this.#say('hands in')
      page.ours.attempt()?.dispatch({ on: 'submit' })
    }
  }

  #choose(page: Page, questionId: string, options: string[]): void {
    const attempt = page.ours.attempt()
    if (!attempt) return
    attempt.dispatch({ on: 'answer', questionId, options })
    this.chosen.set(questionId, { options, at: this.#room.clock.now() })
    this.told.delete(questionId)
    this.warned.delete(questionId)
    const no =
      1 + (attempt.read().sitting?.questions ?? []).findIndex(({ id }) => id === questionId)
    this.#say(
      `chooses ${options.map((id) => id.slice(-4))} for ${no} (${questionId.slice(-4)})${attempt.keeps() ? '' : ', not kept'}`,
    )
  }

  /** What the page says was answered elsewhere too, and does not show as they want it, they choose again. */
  #putRight(page: Page, { sitting, changed, answers }: Shown): void {
    for (const no of changed) {
      const id = sitting?.questions[no - 1]?.id ?? ''
      const wanted = this.chosen.get(id)
      if (wanted && !isSame(wanted.options, answers[id])) {
        this.#say(`is told of ${no}`)
        this.#choose(page, id, wanted.options)
      }
    }
  }

  #readResult({ unconfirmed, sitting, result }: Shown): void {
    this.#say(`reads the result, by ${result?.submittedBy}, unconfirmed ${unconfirmed}`)
    for (const no of unconfirmed) this.told.add(sitting?.questions[no - 1]?.id ?? '')
    this.#isOver = true
  }

  #act(): void {
    const act = this.#acts.shift()
    const now = this.#room.clock.now()
    this.#actsAt = this.#acts[0] ? now + this.#acts[0].after * 1000 : Number.POSITIVE_INFINITY
    if (!act || !this.#page) return
    this.#say(`${act.kind} for ${act.takes} s ${act.one} ${act.other}`)
    this.#moves[act.kind](act, this.#page)
  }

  readonly #moves: Record<Act['kind'], (act: Act, page: Page) => void> = {
    kill: ({ takes }, page) => {
      this.#close(page)
      this.#goneFor(Math.min(takes, 60))
    },
    leave: ({ takes }, page) => {
      page.ours.leave()
      this.#backAt = this.#room.clock.now() + Math.min(takes, 60) * 1000
    },
    tab: ({ one }, page) => {
      const others = [...this.#device.pages].filter((other) => other !== page)
      this.#page = (one && others[this.#roll(others.length)]) || null
    },
    sleep: ({ takes, one, other }) =>
      this.#device.sleep(Math.min(takes, 120) * 1000, { stands: one, hides: other }),
    offline: ({ takes }) => this.#device.offline(takes * 1000),
    setClock: ({ takes, one }) => {
      this.#device.skewMs += (one ? 1 : -1) * takes * 1000
    },
    device: () => {
      if (!this.usesTwo) return
      const [first, second] = this.devices
      this.#device = this.#device === first && second ? second : this.#first
      this.#page = [...this.#device.pages].at(-1) ?? null
    },
    lapse: ({ takes }) => {
      void this.#room.lapse(this.exam.sign.student.id).then((session) => {
        this.#session = session
      })
      this.#signsInAt = this.#room.clock.now() + takes * 1000
    },
    full: ({ takes }) => this.#device.breakStorage('full', takes * 1000),
    gone: ({ takes }) => this.#device.breakStorage('gone', takes * 1000),
    silent: ({ takes }) => this.#device.breakStorage('silent', takes * 1000),
    extend: ({ takes }) => {
      if (this.attemptId) void this.#room.extend(this.attemptId, 60 * Math.ceil(takes / 60))
    },
  }

  #goneFor(seconds: number): void {
    this.#page = null
    this.#backAt = this.#room.clock.now() + seconds * 1000
  }

  #close(page: Page): void {
    for (const id of page.ours.unkept()) this.warned.add(id)
    page.kill()
  }
}

/** The same options, in whatever order. */
export function isSame(one: string[] = [], other: string[] = []): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
