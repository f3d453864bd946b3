import type { TestExam } from '../factories/exam.ts'
import type { Device } from '../rooms/page.ts'
import { Page } from '../rooms/page.ts'
import { type Moves, Person, type Room } from '../rooms/person.ts'
import type { Habits, Kind } from './habits.ts'
import type { ExamPage, ExamScript, Ours, Shown } from './ours.ts'

interface ExamRoom extends Room {
  script: ExamScript
  /** staff give so many seconds more */
  extend(attemptId: string, seconds: number): Promise<void>
}

/** What somebody chose last, and when. */
export interface Chosen {
  options: string[]
  /** epoch ms */
  at: number
}

/** An honest person, whose page tells them what becomes of what they choose. */
export class Candidate extends Person<Ours, Kind> {
  readonly exam: TestExam
  readonly chosen = new Map<string, Chosen>()
  /** questions whose last answer they were told to be in doubt, or lost */
  readonly told = new Set<string>()
  /** those of which the page had said that nothing keeps it, before it was closed */
  readonly warned = new Set<string>()
  attemptId: string | undefined
  readonly #room: ExamRoom
  readonly #habits: Habits
  #answersAt = 0
  #answered = 0
  #hasBegun = false

  constructor(room: ExamRoom, exam: TestExam, session: object, habits: Habits) {
    super(room, { id: exam.sign.student.id, session }, habits)
    this.#room = room
    this.exam = exam
    this.#habits = habits
  }

  /** ms after the bell */
  get looksInMs(): number {
    return this.#habits.looksIn * 1000
  }

  /** epoch ms; whose attempt never began */
  get givesUpAt(): number {
    return this.begins + 700_000
  }

  /** The bell has rung. What stands open they see first. */
  override lookIn(): ExamPage[] {
    for (const page of this.devices.flatMap((device) => [...device.pages])) {
      const state = page.ours.attempt()?.read()
      if (state?.phase === 'submitted') this.#readResult(state)
    }
    return super.lookIn()
  }

  protected pageOn(device: Device<Ours>): ExamPage {
    const { sign, exam } = this.exam
    return new Page(device, (scope) => this.#room.script(...scope).openPage(sign.student.id, exam))
  }

  protected look(page: ExamPage): void {
    const { now } = this
    const attempt = page.ours.attempt()
    if (!attempt) {
      this.enter(page, () => page.ours.enter(!this.#hasBegun))
      return
    }
    const state = attempt.read()
    if (state.signedOut) return
    if (state.phase === 'running') this.#sit(page, state)
    else if (state.phase === 'submitted') this.#readResult(state)
    else if (state.phase === 'error') {
      this.say(`error: ${state.problem}`)
      attempt.dispatch({ on: 'again' })
    } else if (state.phase === 'ready' && now >= this.pressesAt) {
      if (state.problem) this.say(state.problem)
      if (!this.#hasBegun || state.info.runningAttemptId) attempt.dispatch({ on: 'begin' })
      this.pressesAt = now + 2000
    }
  }

  #sit(page: ExamPage, state: Shown): void {
    const { now } = this
    const { sitting } = state
    if (!sitting) return
    if (!this.#hasBegun) this.say('has begun')
    this.#hasBegun = true
    this.attemptId = sitting.attemptId
    this.#putRight(page, state)
    if (now >= this.#answersAt) {
      const question = sitting.questions[this.roll(this.#habits.questions)]
      if (question) {
        const most = question.type === 'MULTIPLE' ? question.options.length : 1
        // an answer is taken back only where there is one
        const none = this.roll(10) === 0 && (state.answers[question.id] ?? []).length > 0
        const count = none ? 0 : 1 + this.roll(most)
        const from = this.roll(question.options.length)
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
    if (handsIn !== null && now >= this.begins + handsIn * 1000) this.#handIn(page)
  }

  /** Not before they have looked through the sheet: what it does not show as they want it, they choose again. */
  #handIn(page: ExamPage): void {
    const attempt = page.ours.attempt()
    if (!attempt) return
    const { answers } = attempt.read()
    const wrong = [...this.chosen].filter(([id, { options }]) => !isSame(options, answers[id]))
    for (const [id, { options }] of wrong) this.#choose(page, id, options)
    if (wrong.length > 0) return
    this.say('hands in')
    attempt.dispatch({ on: 'submit' })
  }

  #choose(page: ExamPage, questionId: string, options: string[]): void {
    const attempt = page.ours.attempt()
    if (!attempt) return
    attempt.dispatch({ on: 'answer', questionId, options })
    this.chosen.set(questionId, { options, at: this.now })
    this.told.delete(questionId)
    this.warned.delete(questionId)
    const no =
      1 + (attempt.read().sitting?.questions ?? []).findIndex(({ id }) => id === questionId)
    this.say(
      `chooses ${options.map((id) => id.slice(-4))} for ${no} (${questionId.slice(-4)})${attempt.keeps() ? '' : ', not kept'}`,
    )
  }

  /** What the page says was answered elsewhere too, and does not show as they want it, they choose again. */
  #putRight(page: ExamPage, { sitting, changed, answers }: Shown): void {
    for (const no of changed) {
      const id = sitting?.questions[no - 1]?.id ?? ''
      const wanted = this.chosen.get(id)
      if (wanted && !isSame(wanted.options, answers[id])) {
        this.say(`is told of ${no}`)
        this.#choose(page, id, wanted.options)
      }
    }
  }

  #readResult({ unconfirmed, sitting, result }: Shown): void {
    this.say(`reads the result, by ${result?.submittedBy}, unconfirmed ${unconfirmed}`)
    for (const no of unconfirmed) this.told.add(sitting?.questions[no - 1]?.id ?? '')
    this.isOver = true
  }

  protected readonly own: Moves<Ours, Kind> = {
    leave: ({ takes }, page) => {
      page.ours.leave()
      this.backAt = this.now + Math.min(takes, 60) * 1000
    },
    extend: ({ takes }) => {
      if (this.attemptId) void this.#room.extend(this.attemptId, 60 * Math.ceil(takes / 60))
    },
  }

  protected lose(page: ExamPage): void {
    for (const id of page.ours.unkept()) this.warned.add(id)
  }
}

/** The same options, in whatever order. */
export function isSame(one: string[] = [], other: string[] = []): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
