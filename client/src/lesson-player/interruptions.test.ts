import { describe, expect, it } from 'vitest'
import { announcePresenceCheck, LessonSimulation, startPlayingLesson } from '../../test/lesson-world.ts'
import { type Heartbeat, playerStateNameOf } from './state.ts'
import { nextPlayerWakeAt } from './step.ts'

describe('presence checks', () => {
  it('a presence check shows a second after its time on the server, and playing continues after it', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    announcePresenceCheck(world, 30)
    world.pass(30.75)
    expect(playerStateNameOf(world.state)).toBe('playing')
    world.pass(0.25)
    expect(playerStateNameOf(world.state)).toBe('presence-asked')
    expect(world.playing).toBe(true)
    world.pass(20)
    world.tell({ on: 'present' })
    world.pass(20)
    expect(world.got).toContainEqual(expect.objectContaining({ event: 'presence', presenceId: 'check' }))
    expect(playerStateNameOf(world.state)).toBe('playing')
  })

  it('an unanswered presence check pauses the film, and playing opens a new session at the credited point', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    announcePresenceCheck(world, 10)
    world.pass(80)
    expect([playerStateNameOf(world.state), world.playing]).toEqual(['presence-missed', false])
    const credited = world.state.creditedSeconds
    world.answering = (_beat, answer) => answer
    world.tell({ on: 'play' })
    world.pass(5)
    expect(playerStateNameOf(world.state)).toBe('playing')
    expect(world.got.at(-1)).toMatchObject({ event: 'start', playSessionId: 's2' })
    expect(world.state.creditedSeconds).toBeGreaterThanOrEqual(credited)
  })

  it('a paused film shows no presence check and sets no timers for it', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    announcePresenceCheck(world, 20)
    world.pass(15.5)
    world.tell({ on: 'pause' })
    world.pass(200)
    expect(playerStateNameOf(world.state)).toBe('paused')
    expect(nextPlayerWakeAt(world.state)).toBe(null)
    world.answering = (_beat, answer) => answer
    world.tell({ on: 'play' })
    world.pass(1)
    expect(world.got.at(-1)).toMatchObject({ event: 'start', playSessionId: 's2' })
    expect(playerStateNameOf(world.state)).toBe('playing')
  })

  it('the end of a lesson is sent after the answer to an open check', () => {
    const world = startPlayingLesson({ durationSeconds: 40 })
    announcePresenceCheck(world, 20)
    world.pass(41)
    expect(world.got.some(({ event }) => event === 'end')).toBe(false)
    world.tell({ on: 'present' })
    world.pass(1)
    expect(world.got.slice(-2).map(({ event }) => event)).toEqual(['presence', 'end'])
  })

  it('a presence check due at the end of the film is still shown', () => {
    const world = startPlayingLesson({ durationSeconds: 40 })
    announcePresenceCheck(world, 39.5)
    world.pass(40.25)
    expect([playerStateNameOf(world.state), world.playing]).toEqual(['ended', false])
    world.pass(0.75)
    expect(playerStateNameOf(world.state)).toBe('presence-asked')
    world.tell({ on: 'present' })
    world.pass(1)
    expect(world.got.slice(-2).map(({ event }) => event)).toEqual(['presence', 'end'])
  })

  it('a film that is replayed before its presence check appears stays in the same session', () => {
    const world = startPlayingLesson({ durationSeconds: 40, covered: [[10, 40]], furthestSeconds: 40 })
    announcePresenceCheck(world, 39.5)
    world.pass(40.25)
    expect([playerStateNameOf(world.state), world.state.endsLater]).toEqual(['ended', 'answered'])
    world.tell({ on: 'play' })
    world.pass(1)
    world.tell({ on: 'present' })
    world.pass(1)
    expect(playerStateNameOf(world.state)).toBe('playing')
    expect(world.state.session).toMatchObject({ id: 's1', open: true })
    expect(world.sent.some(({ event }) => event === 'end')).toBe(false)
  })

  it('a presence check answer that the server calls too early is repeated before later heartbeats', () => {
    const world = startPlayingLesson({ durationSeconds: 40 })
    announcePresenceCheck(world, 35)
    world.pass(36)
    let times = 0
    const { answering } = world
    world.answering = (beat, answer) =>
      beat.event === 'presence' && ++times < 3 ? { key: 'course.presenceEarly' } : answering(beat, answer)
    world.tell({ on: 'present' })
    world.pass(0.5)
    expect([playerStateNameOf(world.state), times]).toEqual(['playing', 1])
    world.pass(1)
    expect([world.playing, times]).toEqual([true, 2])
    world.pass(5)
    expect(times).toBe(3)
    expect(world.got.slice(-2)).toMatchObject([
      { event: 'presence', presenceId: 'check', intervals: [[30, 36]] },
      { event: 'end', intervals: [[36, 40]] },
    ])
    expect(world.state).toMatchObject({ creditedSeconds: 40, queue: [], stop: null })
  })
})

describe('heartbeat refusals', () => {
  it('a takeover stops the page, and playing on that page takes the lesson over again', () => {
    const world = startPlayingLesson()
    world.answering = () => ({ key: 'course.takenOver' })
    world.pass(16)
    expect([playerStateNameOf(world.state), world.playing]).toEqual(['taken-over', false])
    expect(world.state.queue).toEqual([])
    world.answering = (_beat, answer) => answer
    world.tell({ on: 'play' })
    world.pass(1)
    expect(playerStateNameOf(world.state)).toBe('playing')
    expect(world.got.at(-1)).toMatchObject({ event: 'start', playSessionId: 's2' })
  })

  it('when another page of the browser starts to play, this page reports its seconds and stops', () => {
    const world = startPlayingLesson()
    world.pass(5)
    const movedTo = { device: '', at: '', courseTitle: '课', lessonTitle: '讲' }
    world.answering = (_beat, answer) => ({ ...answer, movedTo })
    world.tell({ on: 'elsewhere' })
    world.pass(1)
    expect([playerStateNameOf(world.state), world.playing]).toEqual(['taken-over', false])
    expect(world.state.movedTo).toEqual(movedTo)
    expect(world.got[1]).toMatchObject({ event: 'beat', intervals: [[0, 5]] })
    world.tell({ on: 'elsewhere' })
    world.pass(1)
    expect(world.playing).toBe(false)
  })

  it('after a long pause, playing asks the server first and detects a takeover', () => {
    const world = startPlayingLesson()
    world.pass(5)
    world.tell({ on: 'pause' })
    world.pass(100)
    world.answering = () => ({ key: 'course.takenOver' })
    world.tell({ on: 'play' })
    expect(world.playing).toBe(false)
    world.pass(1)
    expect([playerStateNameOf(world.state), world.playing]).toEqual(['taken-over', false])
  })

  it('a session that is missing on the server is replaced by a new one', () => {
    const world = startPlayingLesson()
    let refused = false
    world.answering = (beat, answer) => {
      if (refused || beat.event === 'start') return answer
      refused = true
      return { key: 'course.sessionNotOpen' }
    }
    world.pass(17)
    expect(world.got.at(-1)).toMatchObject({ event: 'start', playSessionId: 's2' })
    expect(world.playing).toBe(true)
  })

  it('a done lesson stops when its session is gone, and the page fetches the round', () => {
    const world = startPlayingLesson()
    world.pass(58)
    expect(world.state).toMatchObject({ done: false, media: 'playing' })
    world.tell({ on: 'elsewhere' })
    world.pass(0.25)
    expect(world.state).toMatchObject({ done: true, media: 'playing' })
    world.answering = () => ({ key: 'course.sessionNotOpen' })
    world.tell({ on: 'elsewhere' })
    world.pass(0.25)
    expect([playerStateNameOf(world.state), world.playing]).toEqual(['refused', false])
    expect(world.sent.filter(({ event }) => event === 'start')).toHaveLength(1)
  })

  it('a lesson of a replaced version stops, and each play asks the server again', () => {
    const world = startPlayingLesson()
    world.answering = () => ({ key: 'course.lessonNotFound' })
    world.pass(16)
    expect([playerStateNameOf(world.state), world.playing]).toEqual(['refused', false])
    expect(world.state.queue).toEqual([])
    world.tell({ on: 'play' })
    expect(playerStateNameOf(world.state)).toBe('starting')
    world.pass(1)
    expect([playerStateNameOf(world.state), world.playing]).toEqual(['refused', false])
  })

  it('after a start that failed during a pause, playing begins a new session', () => {
    const world = new LessonSimulation()
    world.tell({ on: 'opened', kept: [] })
    world.tell({ on: 'play' })
    const [beat] = world.sent
    if (!beat) throw new Error('nothing sent')
    world.tell({ on: 'pause' })
    world.tell({ on: 'refused', beat, key: undefined, msg: '' })
    world.tell({ on: 'play' })
    expect(world.sent.map(({ playSessionId }) => playSessionId)).toEqual(['s1', 's2'])
  })

  it('an expired sign-in keeps unsent heartbeats', () => {
    const world = startPlayingLesson()
    world.pass(5)
    world.online = false
    world.tell({ on: 'hidden' })
    const [beat] = world.state.queue
    if (!beat) throw new Error('nothing queued')
    // A check that was shown is dropped.
    const presence = { id: 'p', dueAt: world.now, answerBy: world.now + 60_000 }
    world.state = { ...world.state, presence, asked: true }
    world.tell({ on: 'expired', beat })
    expect(playerStateNameOf(world.state)).toBe('signed-out')
    expect(world.state.queue).toMatchObject([{ intervals: beat.intervals }])
    expect(nextPlayerWakeAt(world.state)).toBe(null)
  })
})

describe('closing a page with unanswered heartbeats', () => {
  it('a closing page sends all heartbeats except an end that follows unanswered ones', () => {
    const world = startPlayingLesson({ durationSeconds: 36 })
    world.pass(28)
    world.hanging = true
    world.pass(9)
    expect(world.state.queue.map(({ event }) => event)).toEqual(['beat', 'end'])
    const sent = world.sent.length
    world.tell({ on: 'closing' })
    expect(world.sent.slice(sent).some(({ event }) => event === 'end')).toBe(false)
    world.hanging = false
    world.pass(30)
    expect(world.got.at(-1)).toMatchObject({ event: 'end' })
    expect(world.state).toMatchObject({ done: true, queue: [], creditedSeconds: 36 })
  })

  it('a closing page sends the end at once when no heartbeat before it is unanswered', () => {
    const world = startPlayingLesson({ durationSeconds: 40 })
    world.pass(32)
    world.online = false
    world.pass(9)
    expect(world.state.queue.map(({ event }) => event)).toEqual(['end'])
    const sent = world.sent.length
    world.tell({ on: 'closing' })
    expect(world.sent.slice(sent).map(({ event }) => event)).toEqual(['end'])
  })
})

describe('phone that is locked, rings or shows another app', () => {
  it('a hidden phone page pauses, says why and keeps all played seconds', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    world.pass(7)
    world.tell({ on: 'halted', why: 'hidden' })
    world.tell({ on: 'hidden' })
    world.pass(60)
    expect([playerStateNameOf(world.state), world.playing]).toEqual(['paused', false])
    expect(world.state.halt).toBe('hidden')
    expect(world.state.creditedSeconds).toBe(7)
  })

  it('a hidden phone page resumes at its position only when the student plays it', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    world.pass(7)
    world.tell({ on: 'halted', why: 'hidden' })
    world.tell({ on: 'shown' })
    world.pass(5)
    expect(world.playing).toBe(false)
    world.tell({ on: 'play' })
    world.pass(5)
    expect([playerStateNameOf(world.state), world.state.halt, world.at]).toEqual(['playing', null, 12])
  })
})

describe('end of study', () => {
  const left = (playSessionId: string, id: string): Heartbeat => ({
    id,
    lessonId: 'lesson',
    playSessionId,
    seq: 4,
    event: 'beat',
    position: 10,
    intervals: [[0, 10]],
  })

  it('heartbeats from before the end of study are sent, also by a later page', () => {
    const world = new LessonSimulation({}, false)
    world.tell({ on: 'opened', kept: [left('old', 'course')] })
    world.deliver()
    expect(world.got).toHaveLength(1)
    expect(world.state).toMatchObject({ creditedSeconds: 10, queue: [], closed: true })
  })

  it('the end of another year’s study does not end this year’s', () => {
    const world = startPlayingLesson()
    world.pass(5)
    world.answering = (beat, answer) => (beat.id === 'of last year' ? { key: 'course.studyClosed' } : answer)
    world.tell({ on: 'opened', kept: [left('old', 'of last year'), left('older', 'course')] })
    world.deliver()
    world.pass(15)
    expect(world.state).toMatchObject({ closed: false, reports: true, queue: [] })
    expect(world.got.map((beat) => beat.playSessionId)).toEqual(expect.arrayContaining(['old', 'older', 's1']))
  })

  it('after the end of study, the film plays on without reports', () => {
    const world = startPlayingLesson()
    world.pass(5)
    world.answering = () => ({ key: 'course.studyClosed' })
    world.pass(20)
    expect(world.state).toMatchObject({ closed: true, reports: false, queue: [] })
    expect(world.playing).toBe(true)
  })
})
