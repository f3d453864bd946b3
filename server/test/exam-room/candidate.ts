import type { TestExam } from '../factories/exam.ts'
import type { SimulatedDevice } from '../rooms/page.ts'
import { SimulatedPage } from '../rooms/page.ts'
import { Person, type PersonMoves, type SimulatedRoom } from '../rooms/person.ts'
import type { CandidateEventKind, CandidateHabits } from './behaviours.ts'
import type { ExamPage, ExamPageHandle, ExamPageView, ExamScript } from './exam-page.ts'

interface ExamRoom extends SimulatedRoom {
  script: ExamScript
  extend(attemptId: string, seconds: number): Promise<void>
}

export interface ChosenAnswer {
  options: string[]
  at: number
}

export class Candidate extends Person<ExamPageHandle, CandidateEventKind> {
  readonly exam: TestExam
  readonly chosen = new Map<string, ChosenAnswer>()
  /** Questions whose last answer the page reported as doubtful or lost. */
  readonly told = new Set<string>()
  /** Questions whose last answer the page could not store, which it told the candidate before closing. */
  readonly warned = new Set<string>()
  attemptId: string | undefined
  readonly #room: ExamRoom
  readonly #habits: CandidateHabits
  #answersAt = 0
  #answered = 0
  #hasBegun = false

  constructor(room: ExamRoom, exam: TestExam, session: object, habits: CandidateHabits) {
    super(room, { id: exam.sign.student.id, session }, habits)
    this.#room = room
    this.exam = exam
    this.#habits = habits
  }

  get looksInMs(): number {
    return this.#habits.looksIn * 1000
  }

  get givesUpAt(): number {
    return this.begins + 700_000
  }

  override lookIn(): ExamPage[] {
    for (const page of this.devices.flatMap((device) => [...device.pages])) {
      const state = page.ours.attempt()?.read()
      if (state?.phase === 'submitted') this.#readResult(state)
    }
    return super.lookIn()
  }

  protected pageOn(device: SimulatedDevice<ExamPageHandle>): ExamPage {
    const { sign, exam } = this.exam
    return new SimulatedPage(device, (scope) => this.#room.script(...scope).openPage(sign.student.id, exam))
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

  #sit(page: ExamPage, state: ExamPageView): void {
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
        // Only an existing answer can be cleared.
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

  #handIn(page: ExamPage): void {
    const attempt = page.ours.attempt()
    if (!attempt) return
    const { answers } = attempt.read()
    const wrong = [...this.chosen].filter(([id, { options }]) => !isSameAnswer(options, answers[id]))
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
    const no = 1 + (attempt.read().sitting?.questions ?? []).findIndex(({ id }) => id === questionId)
    this.say(
      `chooses ${options.map((id) => id.slice(-4))} for ${no} (${questionId.slice(-4)})${attempt.keeps() ? '' : ', not kept'}`,
    )
  }

  #putRight(page: ExamPage, { sitting, changed, answers }: ExamPageView): void {
    for (const no of changed) {
      const id = sitting?.questions[no - 1]?.id ?? ''
      const wanted = this.chosen.get(id)
      if (wanted && !isSameAnswer(wanted.options, answers[id])) {
        this.say(`is told of ${no}`)
        this.#choose(page, id, wanted.options)
      }
    }
  }

  #readResult({ unconfirmed, sitting, result }: ExamPageView): void {
    this.say(`reads the result, by ${result?.submittedBy}, unconfirmed ${unconfirmed}`)
    for (const no of unconfirmed) this.told.add(sitting?.questions[no - 1]?.id ?? '')
    this.isOver = true
  }

  protected readonly own: PersonMoves<ExamPageHandle, CandidateEventKind> = {
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

/** The order of the options does not matter. */
export function isSameAnswer(one: string[] = [], other: string[] = []): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
