import { makeCamera } from './device-camera.ts'
import { forgetCopies, keepCopy } from './local-copy.ts'
import { type ExamCalls, makeRequests } from './requests.ts'
import {
  type AttemptEvent,
  type AttemptState,
  type Command,
  type ExamInfo,
  opening,
} from './state.ts'
import { nextWake, step } from './step.ts'

export type ExamAttempt = ReturnType<typeof makeAttempt>

/** Epoch ms by a clock that nobody sets: a corrected device clock must not end an exam. */
const steadyNow = () => performance.timeOrigin + performance.now()

/** The reducer with its surroundings: makes its calls, holds the camera, keeps the local copy, wakes itself. */
export function makeAttempt(info: ExamInfo, calls: ExamCalls, now: () => number = steadyNow) {
  const listeners = new Set<() => void>()
  let state = opening(info)
  let keeps = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const camera = makeCamera((next) => dispatch({ on: 'camera', state: next }))
  const requests = makeRequests(calls, { dispatch, read: () => state, now, take: camera.take })

  function dispatch(event: AttemptEvent): void {
    const before = state
    const result = step(before, event, now())
    state = result.state
    copy(before)
    for (const command of result.commands) obey(command)
    wakeLater()
    for (const listener of [...listeners]) listener()
  }

  function copy(before: AttemptState): void {
    const id = state.sitting?.attemptId
    const same =
      state.unsaved === before.unsaved &&
      state.marks === before.marks &&
      state.current === before.current
    if (state.phase === 'submitted') {
      if (before.phase !== 'submitted' && state.ended) forgetCopies(state.ended)
    } else if (id && before.sitting && !same) keeps = keepCopy(id, before, state)
  }

  function obey(command: Command): void {
    if (command.do === 'openCamera') void camera.open(command.deviceId)
    else if (command.do === 'closeCamera') camera.close()
    else void requests.make(command)
  }

  function wakeLater(): void {
    clearTimeout(timer)
    const at = nextWake(state)
    if (at !== null)
      timer = setTimeout(() => dispatch({ on: 'tick' }), Math.max(20, Math.ceil(at - now())))
  }

  return {
    dispatch,
    read: (): AttemptState => state,
    /** whether this browser keeps unsaved answers when the page closes */
    keeps: () => keeps,
    stream: camera.stream,
    now,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Wakes again after `close`; nothing is lost between. */
    open: wakeLater,
    close(): void {
      clearTimeout(timer)
      camera.close()
    },
  }
}
