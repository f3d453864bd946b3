import { monotonicNow } from '../clock.ts'
import { makeDeviceCamera } from './device-camera.ts'
import type { ExamCalls } from './exam-calls.ts'
import { makeDraftStore } from './local-draft.ts'
import { createExamRequestSender } from './requests.ts'
import type { AttemptCommand, AttemptEvent, AttemptState, ExamInfo } from './state.ts'
import { makeInitialAttemptState } from './state.ts'
import { nextAttemptWakeAt, stepAttempt } from './step.ts'
import { readLocalDrafts } from './stored-papers.ts'

export type ExamAttempt = ReturnType<typeof makeExamAttempt>

/** Runs the reducer of an exam attempt: makes its calls, controls the camera, stores drafts and sets timers. */
export function makeExamAttempt(studentId: string, info: ExamInfo, calls: ExamCalls) {
  const now = monotonicNow
  const listeners = new Set<() => void>()
  let state = makeInitialAttemptState(info)
  let left = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const camera = makeDeviceCamera((next) => dispatch({ on: 'camera', state: next }))
  const { keep, keeps, withoutOld } = makeDraftStore(studentId, onKeeping)
  const requests = createExamRequestSender(calls, {
    ...{ studentId, dispatch, read: () => state, now, take: camera.take, label: camera.label },
  })

  function dispatch(happened: AttemptEvent): void {
    const before = state
    const event = left && keeps() ? heardByTheLeft(happened) : happened
    if (!event) return
    const result = stepAttempt(before, event, now())
    state = result.state
    keep(before, state, event)
    for (const command of result.commands) orders.give(command)
    wakeLater()
    for (const listener of [...listeners]) listener()
  }

  function onKeeping(): void {
    if (keeps()) void takeUp()
    // If storing failed only after the page was closed, this page must send the waiting answers itself.
    orders.catchUp()
    wakeLater()
    state = { ...state }
    for (const listener of [...listeners]) listener()
  }

  /**
   * Reads the answers that earlier pages stored, in case the device's storage did not respond when the paper opened.
   */
  async function takeUp(): Promise<void> {
    const keptOf = await readLocalDrafts(studentId)
    if (!state.sitting) return
    const kept = keptOf(state.sitting.attemptId)
    dispatch({ on: 'elsewhere', kept: { ...kept, unsaved: withoutOld(kept.unsaved) } })
  }

  const orders = makeOrders((command) => !left || isForTheLeft(command, keeps()), carryOut)

  function carryOut(command: AttemptCommand): void {
    if (command.do === 'openCamera') void camera.open(command.deviceId)
    else if (command.do === 'closeCamera') camera.close()
    else void requests.make(command)
  }

  function wakeLater(): void {
    clearTimeout(timer)
    const at = left && keeps() ? null : nextAttemptWakeAt(state, now())
    if (at !== null) timer = setTimeout(() => dispatch({ on: 'tick' }), Math.max(20, Math.ceil(at - now())))
  }

  return {
    dispatch,
    read: (): AttemptState => state,
    keeps,
    stream: camera.stream,
    now,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open(): void {
      left = false
      orders.catchUp()
      wakeLater()
    },
    /** Stops the timer and the camera. Responses to calls that were already made still update the stored draft. */
    close(): void {
      left = true
      wakeLater()
      camera.close()
    },
  }
}

/**
 * Runs the commands that `may` allows and keeps the others for later. None is dropped, because the reducer counts a
 * requested save as sent.
 */
function makeOrders(may: (command: AttemptCommand) => boolean, carryOut: (command: AttemptCommand) => void) {
  let undone: AttemptCommand[] = []
  const give = (command: AttemptCommand) => {
    if (may(command)) carryOut(command)
    else undone.push(command)
  }
  return {
    give,
    catchUp(): void {
      const waiting = undone
      undone = []
      for (const command of waiting) give(command)
    },
  }
}

/**
 * Whether a closed page still runs the command. Another page can send the answers that are stored on the device, so a
 * closed page sends only answers that could not be stored.
 */
function isForTheLeft({ do: what }: AttemptCommand, keeps: boolean): boolean {
  return what === 'sync' || (!keeps && (what === 'save' || what === 'submit' || what === 'seal'))
}

/**
 * Returns what a closed page may learn from an event, or null. It ignores results that the student must see, because
 * the page that sends the stored answers reports them.
 */
function heardByTheLeft(event: AttemptEvent): AttemptEvent | null {
  if (event.on === 'synced') return null
  const isRefused = (event.on === 'notSent' || event.on === 'notBeaten') && event.failure.why === 'refused'
  return isRefused ? { ...event, failure: { why: 'unsent' } } : event
}
