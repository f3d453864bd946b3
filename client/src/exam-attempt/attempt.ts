import { steadyNow } from '../clock.ts'
import { makeCamera } from './device-camera.ts'
import type { ExamCalls } from './exam-calls.ts'
import { makeKeeping } from './keeping.ts'
import { readKept } from './kept-papers.ts'
import { makeRequests } from './requests.ts'
import {
  type AttemptEvent,
  type AttemptState,
  type Command,
  type ExamInfo,
  opening,
} from './state.ts'
import { nextWake, step } from './step.ts'

export type ExamAttempt = ReturnType<typeof makeAttempt>

/** The reducer with its surroundings: makes its calls, holds the camera, keeps what is unsaved on the device, wakes itself. */
export function makeAttempt(studentId: string, info: ExamInfo, calls: ExamCalls) {
  const now = steadyNow
  const listeners = new Set<() => void>()
  let state = opening(info)
  let left = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const camera = makeCamera((next) => dispatch({ on: 'camera', state: next }))
  const { keep, keeps, withoutOld } = makeKeeping(studentId, onKeeping)
  const requests = makeRequests(calls, {
    ...{ studentId, dispatch, read: () => state, now, take: camera.take, label: camera.label },
  })

  function dispatch(happened: AttemptEvent): void {
    const before = state
    const event = left && keeps() ? heardByTheLeft(happened) : happened
    if (!event) return
    const result = step(before, event, now())
    state = result.state
    keep(before, state, event)
    for (const command of result.commands) orders.give(command)
    wakeLater()
    for (const listener of [...listeners]) listener()
  }

  function onKeeping(): void {
    if (keeps()) void takeUp()
    // told once its page was left: what is due is sent after all
    orders.catchUp()
    wakeLater()
    // a state of its own, for whoever shows where the answers are
    state = { ...state }
    for (const listener of [...listeners]) listener()
  }

  /** The device had perhaps no answer when the paper was opened: what earlier pages have left there is for this one to send. */
  async function takeUp(): Promise<void> {
    const keptOf = await readKept(studentId)
    if (!state.sitting) return
    const kept = keptOf(state.sitting.attemptId)
    dispatch({ on: 'elsewhere', kept: { ...kept, unsaved: withoutOld(kept.unsaved) } })
  }

  const orders = makeOrders((command) => !left || isForTheLeft(command, keeps()), carryOut)

  function carryOut(command: Command): void {
    if (command.do === 'openCamera') void camera.open(command.deviceId)
    else if (command.do === 'closeCamera') camera.close()
    else void requests.make(command)
  }

  function wakeLater(): void {
    clearTimeout(timer)
    const at = left && keeps() ? null : nextWake(state, now())
    if (at !== null)
      timer = setTimeout(() => dispatch({ on: 'tick' }), Math.max(20, Math.ceil(at - now())))
  }

  return {
    dispatch,
    read: (): AttemptState => state,
    /** whether this browser keeps unsaved answers when the page closes */
    keeps,
    stream: camera.stream,
    now,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** The page is there, for the first time or again. */
    open(): void {
      left = false
      orders.catchUp()
      wakeLater()
    },
    /** The page was left: what is still answered settles what the device keeps, nothing else goes on. */
    close(): void {
      left = true
      wakeLater()
      camera.close()
    },
  }
}

/** Carries out what may be done; the rest waits, for the reducer counts on it: a save that it has ordered is on its way. */
function makeOrders(may: (command: Command) => boolean, carryOut: (command: Command) => void) {
  let undone: Command[] = []
  const give = (command: Command) => {
    if (may(command)) carryOut(command)
    else undone.push(command)
  }
  return {
    give,
    /** Carries out what may be done by now. */
    catchUp(): void {
      const waiting = undone
      undone = []
      for (const command of waiting) give(command)
    },
  }
}

/**
 * Another page may sit the attempt by now, and sends what this one has left on the device. What is not kept there has
 * nobody else to send it.
 */
function isForTheLeft({ do: what }: Command, keeps: boolean): boolean {
  return what === 'sync' || (!keeps && (what === 'save' || what === 'submit' || what === 'seal'))
}

/**
 * What ends an attempt, or has an answer give way to another device's, is told where somebody sees it: by whoever sends what a page that was left
 * has left on the device. Null: there is nothing to hear.
 */
function heardByTheLeft(event: AttemptEvent): AttemptEvent | null {
  if (event.on === 'synced') return null
  const isRefused =
    (event.on === 'notSent' || event.on === 'notBeaten') && event.failure.why === 'refused'
  return isRefused ? { ...event, failure: { why: 'unsent' } } : event
}
