import {
  type AttemptAnswers,
  type AttemptCommand,
  type AttemptEvent,
  type AttemptPaper,
  type AttemptState,
  type ExamInfo,
  type ExamResult,
  makeInitialAttemptState,
  type UnsavedAnswers,
} from '../src/exam-attempt/state.ts'
import { nextAttemptWakeAt, stepAttempt } from '../src/exam-attempt/step.ts'
import { draftChangeOf } from '../src/exam-attempt/stored-papers.ts'

export const makeExamInfo = (change: Partial<ExamInfo> = {}): ExamInfo => ({
  id: 'course',
  signId: 'sign',
  year: 2026,
  trial: false,
  subject: 'PROFESSIONAL',
  hours: 6,
  courseTitle: '处方审核',
  rules: {
    single: 2,
    multiple: 2,
    judge: 1,
    pointsEach: 20,
    totalPoints: 100,
    passMark: 60,
    durationSeconds: 1800,
    attemptsPerRound: 3,
  },
  state: 'READY',
  lockedBecause: null,
  consent: { version: 'v1', text: ['须知'], given: null },
  extraPercent: 0,
  durationSeconds: 1800,
  runningAttemptId: null,
  runningDeadline: null,
  attempts: [],
  attemptsLeft: 3,
  sealedSeconds: 900,
  captureLateSeconds: 300,
  studyEndAt: '2027-12-31T00:00:00.000Z',
  serverNow: new Date(0).toISOString(),
  ...change,
})

const types = ['SINGLE', 'SINGLE', 'MULTIPLE', 'MULTIPLE', 'JUDGE'] as const
export const testExamQuestions: AttemptPaper['questions'] = types.map((type, index) => ({
  id: `q${index + 1}`,
  type,
  stem: `第 ${index + 1} 题`,
  points: 20,
  options: ['a', 'b', 'c', 'd'].slice(0, type === 'JUDGE' ? 2 : 4).map((id) => ({ id, text: id })),
}))

export const makeExamResult = (change: Partial<ExamResult> = {}): ExamResult => ({
  attemptId: 'attempt',
  score: 60,
  totalPoints: 100,
  passMark: 60,
  passed: true,
  right: 3,
  wrong: 2,
  attemptsLeft: 2,
  receipt: 'R-1',
  submittedBy: 'STUDENT',
  ...change,
})

export const makeEndedAttempt = (at: string, change: Partial<ExamResult> = {}): ExamInfo['attempts'][number] => ({
  ...makeExamResult(change),
  ...{ no: 1, startedAt: at, submittedAt: at },
  ...{ review: false, reviewable: false, reviewReasons: [], regrades: [] },
  ...{ voided: false, voidReason: null, restoredAt: null, appeals: [], mayAppeal: true },
})

type Choices = Record<string, number>
type Sent = Extract<AttemptCommand, { do: 'save' | 'submit' | 'seal' }>
/** Milliseconds between two heartbeats, as in server/src/modules/exam/service/offline-submission.ts */
const lostAnswerMs = 30_000
/** A server response without its request time. */
type Answered =
  | { on: 'submitted'; result: ExamResult }
  | Omit<Extract<AttemptEvent, { on: 'saved' }>, 'sentAt'>
  | Omit<Extract<AttemptEvent, { on: 'notSent' }>, 'sentAt'>
/** `swallowed`: the response is lost. `late`: the page gave up, but the request may still arrive. */
export type RequestFate = 'fine' | 'lost' | 'swallowed' | 'late'

export class SimulatedExamPage {
  state: AttemptState
  /** The last command, while it has no response. */
  sent: Sent | null = null
  commands: AttemptCommand[] = []
  blind = false

  constructor(info: ExamInfo) {
    this.state = makeInitialAttemptState(info)
  }
}

/**
 * Simulates the server's rules for seq (docs/rules/exam.md#answers), an unreliable network, and pages of one browser.
 */
export class ExamSimulation {
  now = 1_000_000
  /** Server clock minus device clock, in ms. */
  readonly skew = 7_000
  deadline = this.now + this.skew + 1_800_000
  /** Travel time of a request to the server, in ms. */
  upMs = 0
  downMs = 0
  answers: AttemptAnswers = {}
  savedSeq = 0
  ended: ExamResult | null = null
  takesSealed = true
  captureLateSeconds = 300
  copy: UnsavedAnswers = {}
  pages: SimulatedExamPage[] = []
  private readonly log = new Map<number, string>()
  private readonly saves: { seq: number; at: string; ids: string[]; chosen?: Choices }[] = []
  private delayed: { sent: Sent; by: string | undefined }[] = []
  private heardAt = this.now + this.skew
  private heardPage: string | undefined
  private othersHeardAt = this.heardAt

  get iso(): string {
    return new Date(this.now + this.skew).toISOString()
  }

  enter(captures: AttemptPaper['captures'] = []): SimulatedExamPage {
    const { captureLateSeconds } = this
    const running = { state: 'RUNNING', runningAttemptId: 'attempt', captureLateSeconds } as const
    return this.sit(new SimulatedExamPage(makeExamInfo(running)), captures)
  }

  /** Opens a page that starts before the device has returned its stored data. */
  enterBlind(): SimulatedExamPage {
    const page = new SimulatedExamPage(makeExamInfo({ state: 'RUNNING', runningAttemptId: 'attempt' }))
    page.blind = true
    return this.sit(page, [])
  }

  readLate(page: SimulatedExamPage): void {
    if (!page.blind) return
    page.blind = false
    this.tell(page, { on: 'elsewhere', kept: this.kept() })
  }

  private kept(unsaved = this.copy) {
    return { unsaved, marks: [], current: 0, page: 'this browser' }
  }

  /**
   * Records a contact between a page and the server.
   * @returns the new time beacon
   */
  private hear(page: string | undefined): string {
    if (this.heardPage !== page) this.othersHeardAt = this.heardAt
    this.heardPage = page
    this.heardAt = this.now + this.skew
    return this.beacon
  }

  get beacon(): string {
    return `${this.heardAt}.mac`
  }

  private sit(page: SimulatedExamPage, captures: AttemptPaper['captures']): SimulatedExamPage {
    this.pages.push(page)
    this.tell(page, { on: 'begin' })
    const sentAt = this.now
    this.now += this.upMs
    const sitting: AttemptPaper = {
      attemptId: 'attempt',
      mode: captures.length > 0 ? 'CAMERA' : 'MANUAL',
      serverNow: this.iso,
      startedAt: this.iso,
      deadline: new Date(this.deadline).toISOString(),
      questions: testExamQuestions,
      answers: this.answers,
      savedSeq: this.savedSeq,
      captures,
      beacon: this.beacon,
    }
    this.now += this.downMs
    const kept = this.kept(page.blind ? {} : this.copy)
    this.tell(page, { on: 'started', sitting, kept, sentAt })
    return page
  }

  tell(page: SimulatedExamPage, event: AttemptEvent): void {
    const before = page.state
    const { state, commands } = stepAttempt(before, event, this.now)
    page.state = state
    page.commands.push(...commands)
    for (const command of commands)
      if (command.do === 'save' || command.do === 'submit' || command.do === 'seal') page.sent = command
    if (before.sitting && state.unsaved !== before.unsaved) this.keep(page, before, event)
  }

  /** Stores a page's answers on the device. The other pages of the browser learn of them at once. */
  private keep(page: SimulatedExamPage, before: AttemptState, event: AttemptEvent): void {
    const { typed, settled } = draftChangeOf(before.unsaved, page.state.unsaved)
    const copy = { ...this.copy }
    for (const [id, one] of Object.entries(event.on === 'elsewhere' ? {} : typed))
      if (!copy[id] || copy[id].at <= one.at) copy[id] = one
    for (const [id, { at }] of Object.entries(settled)) if (copy[id] && copy[id].at <= at) delete copy[id]
    this.copy = copy
    if (event.on !== 'answer') return
    for (const other of this.pages.filter((one) => one !== page))
      this.tell(other, { on: 'elsewhere', kept: this.kept(typed) })
  }

  reload(page: SimulatedExamPage, blind = false): void {
    this.close(page)
    if (blind) this.delayed = []
    if (blind) this.enterBlind()
    else this.enter()
  }

  close(page: SimulatedExamPage): void {
    if (page.sent) this.delayed.push({ sent: page.sent, by: page.state.page })
    this.pages.splice(this.pages.indexOf(page), 1)
  }

  /** Another device of the person saves an answer. */
  elsewhere(questionId: string, options: string[]): void {
    if (this.ended) return
    this.savedSeq += 1
    this.answers = { ...this.answers, [questionId]: options }
    this.log.set(this.savedSeq, 'elsewhere')
    this.saves.push({ seq: this.savedSeq, at: this.iso, ids: [questionId] })
    this.hear('another device')
  }

  deliver(page: SimulatedExamPage, fate: RequestFate): void {
    const { sent } = page
    if (!sent) return
    page.sent = null
    const by = page.state.page
    const sentAt = this.now
    this.now += this.upMs
    const answer = fate === 'fine' || fate === 'swallowed' ? this.serve(sent, by) : null
    this.now += this.downMs
    if (fate === 'late') this.delayed.push({ sent, by })
    if (fate === 'fine' && answer) this.tell(page, answer.on === 'submitted' ? answer : { ...answer, sentAt })
    else this.tell(page, { on: 'notSent', failure: { why: 'unsent' }, sentAt })
  }

  beat(page: SimulatedExamPage): void {
    const deadline = new Date(this.deadline).toISOString()
    const sentAt = this.now
    this.now += this.upMs
    const { savedSeq, iso: serverNow } = this
    const beacon = this.hear(page.state.page)
    this.now += this.downMs
    this.tell(page, { on: 'beat', serverNow, deadline, savedSeq, sentAt, captures: [], beacon })
  }

  /** Delivers the oldest request that its page had given up. */
  arriveLate(): void {
    const late = this.delayed.shift()
    if (late) this.serve(late.sent, late.by)
  }

  pass(seconds: number): void {
    this.now += seconds * 1000
    for (const page of this.pages) {
      const wake = nextAttemptWakeAt(page.state, this.now)
      if (wake !== null && wake <= this.now) this.tell(page, { on: 'tick' })
    }
  }

  /** The simulation has the same rules as server/src/modules/exam/service/{save,submit}.ts. */
  private serve(sent: Sent, by: string | undefined): Answered {
    const { do: what, seq, answers } = sent
    // An offline submission counts as a submission too.
    const kind = what === 'save' ? what : 'submit'
    const chosen = sent.do === 'save' ? sent.chosen : {}
    const content = JSON.stringify([kind, seq, answers, chosen])
    const repeat = this.log.get(seq) === content
    if (repeat && kind === 'submit' && this.ended) return { on: 'submitted', result: this.ended }
    if (this.ended && !repeat) return this.afterTheEnd(sent, content, by)
    if (!repeat && this.rangEarly(sent)) {
      const deadline = new Date(this.deadline).toISOString()
      return this.refused('exam.deadlineMoved', { deadline, serverNow: this.iso })
    }
    if (!repeat && seq !== this.savedSeq + 1) return this.stale(seq)
    if (!repeat) {
      this.log.set(seq, content)
      this.saves.push({ seq, at: this.iso, ids: Object.keys(answers), chosen })
      this.savedSeq = seq
      this.answers = { ...this.answers, ...answers }
      if (what === 'save') this.hear(by)
    }
    if (what === 'save')
      return {
        ...{ on: 'saved', seq, serverNow: this.iso, beacon: this.beacon },
        deadline: new Date(this.deadline).toISOString(),
      }
    this.ended = makeExamResult()
    return { on: 'submitted', result: this.ended }
  }

  private stale(from: number): Answered {
    const since = this.saves.filter(({ seq }) => seq >= from)
    const savedAt = Object.fromEntries(since.flatMap(({ at, ids }) => ids.map((id) => [id, at])))
    const chosen = Object.fromEntries(since.flatMap(({ ids, chosen: of }) => ids.map((id) => [id, of?.[id]])))
    const { savedSeq, answers } = this
    return this.refused('exam.seqStale', { savedSeq, answers, savedAt, chosen })
  }

  /**
   * Sealed answers replace those submitted at the deadline, as in
   * server/src/modules/exam/service/offline-submission.ts.
   */
  private afterTheEnd(sent: Sent, content: string, by: string | undefined): Answered {
    const { seq, answers } = sent
    const byDeadline = this.ended?.submittedBy === 'DEADLINE'
    if (sent.do !== 'seal' || !byDeadline) {
      const key = byDeadline ? 'exam.deadlinePassed' : 'exam.submitted'
      return this.refused(key, { result: this.ended })
    }
    if (!this.takesSealed) return this.refused('exam.sealedLate', {})
    const shownAt = Number(sent.beacon.split('.')[0])
    const otherAt = by === this.heardPage ? this.othersHeardAt : this.heardAt
    if (otherAt - shownAt > lostAnswerMs || shownAt + sent.afterMs > this.deadline)
      return this.refused('exam.sealedUnproven', {})
    if (seq !== this.savedSeq + 1) return this.stale(seq)
    this.log.set(seq, content)
    this.savedSeq = seq
    this.answers = { ...this.answers, ...answers }
    this.ended = makeExamResult({ submittedBy: 'SEALED' })
    return { on: 'submitted', result: this.ended }
  }

  private rangEarly(sent: Sent): boolean {
    if (this.now + this.skew >= this.deadline || sent.do === 'save') return false
    return sent.do === 'seal' || sent.bell !== undefined
  }

  private refused(key: string, data: Record<string, unknown>): Answered {
    return { on: 'notSent', failure: { why: 'refused', key, msg: key, data } }
  }
}

/** Makes an exam whose deadline has passed while the server was unreachable and an answer was unsent. */
export function makeDeadlineWhileOffline(): { world: ExamSimulation; page: SimulatedExamPage } {
  const world = new ExamSimulation()
  const page = world.enter()
  world.pass(1700)
  world.tell(page, { on: 'answer', questionId: 'q2', options: ['b'] })
  world.deliver(page, 'lost')
  world.pass(100)
  return { world, page }
}
