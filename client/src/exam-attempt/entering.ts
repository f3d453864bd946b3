import { planCaptures } from './captures.ts'
import { onSubmitted, toResult } from './ending.ts'
import { adopt, pump } from './saving.ts'
import {
  type AttemptState,
  canBegin,
  type ExamInfo,
  type ExamMode,
  type Failure,
  type Kept,
  opening,
  type Sitting,
} from './state.ts'
import { order, setBeacon, setClock, type Turn } from './turn.ts'

const beforeBegin = ({ phase }: AttemptState) => phase === 'ready' || phase === 'camera-check'

/** Only the page before the exam moves by it; a running attempt keeps its own state. */
export function onInfo(turn: Turn, info: ExamInfo): void {
  const { state } = turn
  const { phase } = state
  // asked before the end, answered after it
  if (info.runningAttemptId !== null && info.runningAttemptId === state.ended) return
  state.info = info
  if (phase !== 'locked' && !beforeBegin(state)) return
  if (!canBegin(info)) state.phase = 'locked'
  else if (phase === 'locked') state.phase = 'ready'
}

/** Camera or a person's check; without the camera it is closed at once. */
export function choose(turn: Turn, mode: ExamMode): void {
  const { state } = turn
  if (!beforeBegin(state)) return
  state.mode = mode
  state.problem = null
  if (mode === 'CAMERA') return
  state.phase = 'ready'
  state.camera = 'off'
  order(turn, { do: 'closeCamera' })
}

/** Before an attempt it is the check; during one, another go at a camera that was lost. */
export function checkCamera(turn: Turn, deviceId?: string): void {
  const { state } = turn
  const sitting = state.phase === 'running' && state.sitting?.mode === 'CAMERA'
  if (!sitting && !(beforeBegin(state) && state.mode === 'CAMERA')) return
  if (!sitting) state.phase = 'camera-check'
  state.camera = 'checking'
  order(turn, { do: 'openCamera', deviceId })
}

/** Whether 开始考试 may be pressed; a running attempt goes on in any case. */
export function mayBegin({ phase, mode, camera, info }: AttemptState): boolean {
  if (phase !== 'ready' && phase !== 'camera-check') return false
  return info.runningAttemptId !== null || mode === 'MANUAL' || camera === 'ready'
}

/** Goes on with what runs, else asks for consent first. Nothing happens while it may not be pressed. */
export function begin(turn: Turn): void {
  const { state } = turn
  if (!mayBegin(state)) return
  state.problem = null
  if (state.info.runningAttemptId) {
    state.phase = 'starting'
    order(turn, { do: 'start', resume: state.info.runningAttemptId })
    return
  }
  state.phase = 'consenting'
  order(turn, { do: 'consent', mode: state.mode, version: state.info.consent.version })
}

/** Then the attempt starts, and its clock. */
export function onConsented(turn: Turn): void {
  if (turn.state.phase !== 'consenting') return
  turn.state.phase = 'starting'
  order(turn, { do: 'start', resume: null })
}

/** The paper is here: what this device kept of it is taken over where it is newer than the server's. */
export function onStarted(turn: Turn, sitting: Sitting, kept: Kept, sentAt: number): void {
  const { state } = turn
  if (state.phase !== 'starting') return
  setClock(turn, sitting.serverNow, sentAt)
  setBeacon(turn, sitting.beacon)
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
  adopt(turn, kept)
  const known = new Set(sitting.questions.map((question) => question.id))
  state.marks = kept.marks.filter((id) => known.has(id))
  state.current = Math.min(Math.max(0, kept.current), sitting.questions.length - 1)
  if (sitting.mode === 'CAMERA' && state.camera !== 'ready') checkCamera(turn)
  pump(turn)
}

/** The numbers of the questions to look at, as pages before have named them. */
function toLookAt({ questions }: Sitting, { changed = [], doubtful = [] }: Kept): number[] {
  return questions.flatMap(({ id }, index) =>
    changed.includes(index + 1) || doubtful.includes(id) ? [index + 1] : [],
  )
}

/** Back to where it was begun, saying why; a start that found the attempt ended has its result. */
export function onNotStarted(turn: Turn, failure: Failure): void {
  const { state } = turn
  if (state.phase !== 'consenting' && state.phase !== 'starting') return
  state.phase = state.camera === 'off' ? 'ready' : 'camera-check'
  if (failure.why === 'signedOut') state.signedOut = true
  else if (failure.why === 'unsent')
    state.problem = '没有连上服务器，请检查网络后重试。如考试已经开始，重试会回到同一次考试。'
  else {
    const result = toResult(failure.data)
    if (result) onSubmitted(turn, result, false)
    else {
      state.problem = failure.msg
      order(turn, { do: 'sync' })
    }
  }
}

/** From a result or a dead end back to the page before, with what the server says now. */
export function again(turn: Turn): void {
  const { state } = turn
  if (state.phase !== 'submitted' && state.phase !== 'error') return
  const { offset, ended, captures } = state
  turn.state = { ...opening(state.info), offset, ended, captures }
  order(turn, { do: 'closeCamera' })
  order(turn, { do: 'sync' })
}
