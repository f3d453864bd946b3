import { planCaptures } from './captures.ts'
import { adoptAnswersOfOtherPages, sendNextSave } from './save.ts'
import type { AttemptPaper, AttemptState, ExamInfo, ExamMode, LocalDraft, RequestFailure } from './state.ts'
import { canBeginAttempt, makeInitialAttemptState } from './state.ts'
import { type AttemptStepContext, addAttemptCommand, setServerClock, setTimeBeacon } from './step-context.ts'
import { examResultOfRefusal, onAttemptSubmitted } from './submit.ts'

const beforeBegin = ({ phase }: AttemptState) => phase === 'ready' || phase === 'camera-check'

/** Updates the screen before the start of an attempt. A running attempt keeps its state. */
export function onExamInfo(turn: AttemptStepContext, info: ExamInfo): void {
  const { state } = turn
  const { phase } = state
  // Ignore a response that the server made before this attempt ended.
  if (info.runningAttemptId !== null && info.runningAttemptId === state.ended) return
  state.info = info
  if (phase !== 'locked' && !beforeBegin(state)) return
  if (!canBeginAttempt(info)) state.phase = 'locked'
  else if (phase === 'locked') state.phase = 'ready'
}

/** Manual mode closes the camera at once. */
export function chooseExamMode(turn: AttemptStepContext, mode: ExamMode): void {
  const { state } = turn
  if (!beforeBegin(state)) return
  state.mode = mode
  state.problem = null
  if (mode === 'CAMERA') return
  state.phase = 'ready'
  state.camera = 'off'
  addAttemptCommand(turn, { do: 'closeCamera' })
}

/** Opens the camera before an attempt, or opens a lost camera again during the attempt. */
export function checkCamera(turn: AttemptStepContext, deviceId?: string): void {
  const { state } = turn
  const sitting = state.phase === 'running' && state.sitting?.mode === 'CAMERA'
  if (!sitting && !(beforeBegin(state) && state.mode === 'CAMERA')) return
  if (!sitting) state.phase = 'camera-check'
  state.camera = 'checking'
  addAttemptCommand(turn, { do: 'openCamera', deviceId })
}

/** Whether the student can begin an attempt or continue the running one. Continuing is always possible. */
export function isReadyToBegin({ phase, mode, camera, info }: AttemptState): boolean {
  if (phase !== 'ready' && phase !== 'camera-check') return false
  return info.runningAttemptId !== null || mode === 'MANUAL' || camera === 'ready'
}

export function beginAttempt(turn: AttemptStepContext): void {
  const { state } = turn
  if (!isReadyToBegin(state)) return
  state.problem = null
  if (state.info.runningAttemptId) {
    state.phase = 'starting'
    addAttemptCommand(turn, { do: 'start', resume: state.info.runningAttemptId })
    return
  }
  state.phase = 'consenting'
  addAttemptCommand(turn, { do: 'consent', mode: state.mode, version: state.info.consent.version })
}

export function onConsentGiven(turn: AttemptStepContext): void {
  if (turn.state.phase !== 'consenting') return
  turn.state.phase = 'starting'
  addAttemptCommand(turn, { do: 'start', resume: null })
}

/** Starts with the answers from the server. Answers stored on this device replace them where they are newer. */
export function onAttemptStarted(
  turn: AttemptStepContext,
  sitting: AttemptPaper,
  kept: LocalDraft,
  sentAt: number,
): void {
  const { state } = turn
  if (state.phase !== 'starting') return
  setServerClock(turn, sitting.serverNow, sentAt)
  setTimeBeacon(turn, sitting.beacon)
  Object.assign(state, {
    phase: 'running',
    sitting,
    page: kept.page,
    mode: sitting.mode,
    deadline: Date.parse(sitting.deadline),
    extendedTo: null,
    answers: sitting.answers,
    unsaved: {},
    savedSeq: sitting.savedSeq,
    savedAt: turn.now,
    behind: false,
    changed: toLookAt(sitting, kept),
    beating: false,
    standing: null,
    isSealed: false,
    sealRefused: false,
    sending: null,
    failures: 0,
    retryAt: 0,
    captures: planCaptures(sitting),
    result: null,
  })
  adoptAnswersOfOtherPages(turn, kept)
  const known = new Set(sitting.questions.map((question) => question.id))
  state.marks = kept.marks.filter((id) => known.has(id))
  state.current = Math.min(Math.max(0, kept.current), sitting.questions.length - 1)
  if (sitting.mode === 'CAMERA' && state.camera !== 'ready') checkCamera(turn)
  sendNextSave(turn)
}

/** Returns the numbers of questions that earlier pages marked for review. */
function toLookAt({ questions }: AttemptPaper, { changed = [], doubtful = [] }: LocalDraft): number[] {
  return questions.flatMap(({ id }, index) => (changed.includes(index + 1) || doubtful.includes(id) ? [index + 1] : []))
}

export function onAttemptStartFailed(turn: AttemptStepContext, failure: RequestFailure): void {
  const { state } = turn
  if (state.phase !== 'consenting' && state.phase !== 'starting') return
  state.phase = state.camera === 'off' ? 'ready' : 'camera-check'
  if (failure.why === 'signedOut') state.signedOut = true
  else if (failure.why === 'unsent')
    state.problem = '没有连上服务器，请检查网络后重试。如考试已经开始，重试会回到同一次考试。'
  else {
    const result = examResultOfRefusal(failure.data)
    if (result) onAttemptSubmitted(turn, result, false)
    else {
      state.problem = failure.msg
      addAttemptCommand(turn, { do: 'sync' })
    }
  }
}

export function returnToExamEntrance(turn: AttemptStepContext): void {
  const { state } = turn
  if (state.phase !== 'submitted' && state.phase !== 'error') return
  const { offset, ended, captures } = state
  turn.state = { ...makeInitialAttemptState(state.info), offset, ended, captures }
  addAttemptCommand(turn, { do: 'closeCamera' })
  addAttemptCommand(turn, { do: 'sync' })
}
