import { describe, expect, it } from 'vitest'
import type { UploadEvent, UploadState } from './upload-step.ts'
import { estimateUploadSpeed, initialUploadState, stepUpload, uploadedShare } from './upload-step.ts'

const now = 1_000_000
const file = {
  id: 'f',
  url: '/files/public/f',
  name: 'a.mp4',
  size: 10,
  mime: 'video/mp4',
  width: null,
  height: null,
  media: null,
  qrText: null,
}
const stand = (received: number) => ({ uploadId: 'u', received, chunkSize: 4, sendTo: 'portal' as const })
const unsent = { why: 'unsent' } as const

function play(state: UploadState, ...events: UploadEvent[]) {
  let step = { state, commands: [] as ReturnType<typeof stepUpload>['commands'] }
  for (const event of events) step = stepUpload(step.state, event, now)
  return step
}
const begun = () => play(initialUploadState(10), { on: 'start', knownId: null }).state
const sending = (received = 0) => play(begun(), { on: 'stand', turn: 1, stand: stand(received), size: 10 }).state

describe('resumable upload states', () => {
  it('an upload sends chunk by chunk and then finishes', () => {
    let step = play(initialUploadState(10), { on: 'start', knownId: null })
    expect(step.commands).toEqual([{ do: 'begin', turn: 1 }])
    const pieces: number[][] = []
    for (const received of [0, 4, 8, 10]) {
      const { turn } = step.state
      step = stepUpload(step.state, { on: 'stand', turn, stand: stand(received), size: 10 }, now)
      for (const command of step.commands) if (command.do === 'chunk') pieces.push([command.from, command.to])
    }
    expect(pieces).toEqual([
      [0, 4],
      [4, 8],
      [8, 10],
    ])
    expect(step.state.phase).toBe('finishing')
    const { turn } = step.state
    const done = stepUpload(step.state, { on: 'finished', turn, file }, now).state
    expect(done).toMatchObject({ phase: 'done', result: file })
  })

  it('reports the sent share of an upload, including the chunk on its way', () => {
    const state = sending(4)
    expect(uploadedShare(state)).toBe(0.4)
    expect(uploadedShare(play(state, { on: 'progress', turn: 2, bytes: 2 }).state)).toBe(0.6)
  })

  it('an upload continues at the server’s position after a network loss', () => {
    const lost = play(sending(4), { on: 'failure', turn: 2, failure: unsent })
    expect(lost.state).toMatchObject({ phase: 'waiting', received: 4, retryAt: now + 1000 })
    expect(stepUpload(lost.state, { on: 'tick' }, now + 999).commands).toEqual([])
    const again = stepUpload(lost.state, { on: 'tick' }, now + 1000)
    expect(again.commands).toEqual([{ do: 'ask', turn: 3, uploadId: 'u' }])
    // The chunk had arrived although its response was lost.
    const next = stepUpload(again.state, { on: 'stand', turn: 3, stand: stand(8), size: 10 }, now)
    expect(next.commands).toEqual([{ do: 'chunk', turn: 4, uploadId: 'u', from: 8, to: 10, sendTo: 'portal' }])
  })

  it('an upload waits longer after each failure, at most 30 s, and not at all when the network returns', () => {
    let state = sending()
    const waits: number[] = []
    for (let i = 0; i < 7; i += 1) {
      const lost = play(state, { on: 'failure', turn: state.turn, failure: unsent })
      waits.push((lost.state.retryAt - now) / 1000)
      state = play(lost.state, { on: 'online' }).state
      expect(state.phase).toBe('asking')
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30])
  })

  it('an upload waits as long as the server asks', () => {
    const busy = { why: 'unsent', retryAfter: 12 } as const
    const state = play(sending(), { on: 'failure', turn: 2, failure: busy }).state
    expect(state.retryAt).toBe(now + 12_000)
  })

  it('an upload pauses and resumes, and ignores a late response from before the pause', () => {
    const paused = play(sending(4), { on: 'pause' })
    expect(paused.commands).toEqual([{ do: 'abort' }])
    const late = stepUpload(paused.state, { on: 'stand', turn: 2, stand: stand(8), size: 10 }, now)
    expect(late).toEqual({ state: paused.state, commands: [] })
    const resumed = play(paused.state, { on: 'resume' })
    expect(resumed.commands).toEqual([{ do: 'ask', turn: 4, uploadId: 'u' }])
  })

  it('cancels an upload permanently', () => {
    const { state, commands } = play(sending(4), { on: 'cancel' })
    expect(commands).toEqual([{ do: 'abort' }])
    const after = play(state, { on: 'resume' }, { on: 'online' }, { on: 'tick' }, { on: 'pause' })
    expect(after).toEqual({ state, commands: [] })
  })

  it('an upload continues an earlier one, or starts again when the server has forgotten it', () => {
    const taken = play(initialUploadState(10), { on: 'start', knownId: 'u' })
    expect(taken.commands).toEqual([{ do: 'ask', turn: 1, uploadId: 'u' }])
    const gone = { why: 'refused', key: 'file.noSuchUpload', msg: '没有' } as const
    const anew = stepUpload(taken.state, { on: 'failure', turn: 1, failure: gone }, now)
    expect(anew.commands).toEqual([{ do: 'begin', turn: 2 }])
    expect(anew.state).toMatchObject({ uploadId: null, received: 0 })
  })

  it('an upload follows the server’s position when its own is wrong', () => {
    const failure = { why: 'refused', key: 'file.badOffset', msg: '', received: 8 } as const
    const { commands } = play(sending(4), { on: 'failure', turn: 2, failure })
    expect(commands).toEqual([{ do: 'chunk', turn: 3, uploadId: 'u', from: 8, to: 10, sendTo: 'portal' }])
  })

  it('shows why an upload was refused, and a retry starts over', () => {
    const failure = { why: 'refused', key: 'file.wrongType', msg: '不支持这种文件' } as const
    const failed = play(sending(8), { on: 'failure', turn: 2, failure })
    expect(failed.state).toMatchObject({ phase: 'failed', problem: '不支持这种文件' })
    const again = play(failed.state, { on: 'resume' })
    expect(again.commands).toEqual([{ do: 'begin', turn: 3 }])
    expect(again.state.problem).toBeNull()
  })

  it('an upload slows down when a chunk makes no progress', () => {
    const { state, commands } = play(sending(4), {
      on: 'stand',
      turn: 2,
      stand: stand(4),
      size: 10,
    })
    expect(state).toMatchObject({ phase: 'waiting', received: 4, failures: 1 })
    expect(commands).toEqual([])
  })

  it('an upload gives up when the server forgets it repeatedly', () => {
    let state = begun()
    const failure = { why: 'refused', key: 'file.noSuchUpload', msg: '没有找到' } as const
    for (let i = 0; i < 3; i += 1) state = play(state, { on: 'failure', turn: state.turn, failure }).state
    expect(state.phase).toBe('failed')
  })

  it('an upload keeps its position when the session has ended', () => {
    const failure = { why: 'signedOut' } as const
    const { state } = play(sending(4), { on: 'failure', turn: 2, failure })
    expect(state).toMatchObject({ phase: 'failed', uploadId: 'u' })
    expect(play(state, { on: 'resume' }).commands).toMatchObject([{ do: 'ask', uploadId: 'u' }])
  })
})

describe('upload speed', () => {
  /** Simulates an upload at a constant speed, observed every half second. */
  function sent(size: number, speed: number, seconds: number) {
    let state = stepUpload(initialUploadState(size), { on: 'start', knownId: null }, now).state
    const big = { ...stand(0), chunkSize: size }
    state = stepUpload(state, { on: 'stand', turn: 1, stand: big, size }, now).state
    for (let at = 0.5; at <= seconds; at += 0.5)
      state = stepUpload(state, { on: 'progress', turn: state.turn, bytes: speed * at }, now + at * 1000).state
    return state
  }

  it('shows upload speed and remaining time after two seconds', () => {
    expect(estimateUploadSpeed(sent(1000, 10, 1))).toBeNull()
    expect(estimateUploadSpeed(sent(1000, 10, 10))).toEqual({ speed: 10, secondsLeft: 90 })
  })

  it('uses the upload speed of the last seconds and starts again after a pause', () => {
    const slow = sent(10_000, 10, 60)
    expect(slow.pace.length).toBeLessThan(45)
    const paused = stepUpload(slow, { on: 'pause' }, now + 61_000).state
    expect([estimateUploadSpeed(paused), paused.pace]).toEqual([null, []])
  })
})

describe('files that are checked before sending', () => {
  const start = () => stepUpload(initialUploadState(10, true), { on: 'start', knownId: 'u' }, now)

  it('sends a file from its position when the check finds no problem', () => {
    expect(start()).toMatchObject({
      state: { phase: 'checking' },
      commands: [{ do: 'check', turn: 1 }],
    })
    const checked = stepUpload(start().state, { on: 'checked', turn: 1, problem: null }, now)
    expect(checked.commands).toEqual([{ do: 'ask', turn: 2, uploadId: 'u' }])
  })

  it('does not send a file with a problem, and checks it again on a retry', () => {
    const bad = stepUpload(start().state, { on: 'checked', turn: 1, problem: '坏' }, now)
    expect(bad).toMatchObject({ state: { phase: 'failed', problem: '坏' }, commands: [] })
    expect(stepUpload(bad.state, { on: 'resume' }, now).commands).toEqual([{ do: 'check', turn: 2 }])
  })
})
