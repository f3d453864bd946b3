import { describe, expect, it } from 'vitest'
import { announce, LessonWorld, watching } from '../../test/lesson-world.ts'
import { type Beat, nameOf } from './state.ts'
import { nextWake } from './step.ts'

describe('presence', () => {
  it('asks a second after the server’s moment and goes on after the answer', () => {
    const world = watching({ durationSeconds: 600 })
    announce(world, 30)
    world.pass(30.75)
    expect(nameOf(world.state)).toBe('playing')
    world.pass(0.25)
    expect(nameOf(world.state)).toBe('presence-asked')
    expect(world.playing).toBe(true)
    world.pass(20)
    world.tell({ on: 'present' })
    world.pass(20)
    expect(world.got).toContainEqual(
      expect.objectContaining({ event: 'presence', presenceId: 'check' }),
    )
    expect(nameOf(world.state)).toBe('playing')
  })

  it('pauses without an answer; going on opens a new session at what is credited', () => {
    const world = watching({ durationSeconds: 600 })
    announce(world, 10)
    world.pass(80)
    expect([nameOf(world.state), world.playing]).toEqual(['presence-missed', false])
    const credited = world.state.creditedSeconds
    world.answering = (_beat, answer) => answer
    world.tell({ on: 'play' })
    world.pass(5)
    expect(nameOf(world.state)).toBe('playing')
    expect(world.got.at(-1)).toMatchObject({ event: 'start', playSessionId: 's2' })
    expect(world.state.creditedSeconds).toBeGreaterThanOrEqual(credited)
  })

  it('does not ask who has paused, nor keeps waking for it', () => {
    const world = watching({ durationSeconds: 600 })
    announce(world, 20)
    world.pass(15.5)
    world.tell({ on: 'pause' })
    world.pass(200)
    expect(nameOf(world.state)).toBe('paused')
    expect(nextWake(world.state)).toBe(null)
    world.answering = (_beat, answer) => answer
    world.tell({ on: 'play' })
    world.pass(1)
    expect(world.got.at(-1)).toMatchObject({ event: 'start', playSessionId: 's2' })
    expect(nameOf(world.state)).toBe('playing')
  })

  it('sends the end of the lesson after the answer to an open check', () => {
    const world = watching({ durationSeconds: 40 })
    announce(world, 20)
    world.pass(41)
    expect(world.got.some(({ event }) => event === 'end')).toBe(false)
    world.tell({ on: 'present' })
    world.pass(1)
    expect(world.got.slice(-2).map(({ event }) => event)).toEqual(['presence', 'end'])
  })

  it('asks also who reaches the end between the server’s moment and the question', () => {
    const world = watching({ durationSeconds: 40 })
    announce(world, 39.5)
    world.pass(40.25)
    expect([nameOf(world.state), world.playing]).toEqual(['ended', false])
    world.pass(0.75)
    expect(nameOf(world.state)).toBe('presence-asked')
    world.tell({ on: 'present' })
    world.pass(1)
    expect(world.got.slice(-2).map(({ event }) => event)).toEqual(['presence', 'end'])
  })

  it('goes on in the same session when it is played again before the question shows', () => {
    const world = watching({ durationSeconds: 40, covered: [[10, 40]], furthestSeconds: 40 })
    announce(world, 39.5)
    world.pass(40.25)
    expect([nameOf(world.state), world.state.endsLater]).toEqual(['ended', 'answered'])
    world.tell({ on: 'play' })
    world.pass(1)
    world.tell({ on: 'present' })
    world.pass(1)
    expect(nameOf(world.state)).toBe('playing')
    expect(world.state.session).toMatchObject({ id: 's1', open: true })
    expect(world.sent.some(({ event }) => event === 'end')).toBe(false)
  })

  it('answers again by itself when the server found it too early: nothing is lost, in the same order', () => {
    const world = watching({ durationSeconds: 40 })
    announce(world, 35)
    world.pass(36)
    let times = 0
    const { answering } = world
    world.answering = (beat, answer) =>
      beat.event === 'presence' && ++times < 3
        ? { key: 'course.presenceEarly' }
        : answering(beat, answer)
    world.tell({ on: 'present' })
    world.pass(0.5)
    expect([nameOf(world.state), times]).toEqual(['playing', 1])
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

describe('refusals', () => {
  it('stops when another page has taken over; going on here takes it back', () => {
    const world = watching()
    world.answering = () => ({ key: 'course.takenOver' })
    world.pass(16)
    expect([nameOf(world.state), world.playing]).toEqual(['taken-over', false])
    expect(world.state.queue).toEqual([])
    world.answering = (_beat, answer) => answer
    world.tell({ on: 'play' })
    world.pass(1)
    expect(nameOf(world.state)).toBe('playing')
    expect(world.got.at(-1)).toMatchObject({ event: 'start', playSessionId: 's2' })
  })

  it('stops at once when another page of the browser begins, with what it had watched told', () => {
    const world = watching()
    world.pass(5)
    const movedTo = { device: '', at: '', courseTitle: '课', lessonTitle: '讲' }
    world.answering = (_beat, answer) => ({ ...answer, movedTo })
    world.tell({ on: 'elsewhere' })
    world.pass(1)
    expect([nameOf(world.state), world.playing]).toEqual(['taken-over', false])
    expect(world.state.movedTo).toEqual(movedTo)
    expect(world.got[1]).toMatchObject({ event: 'beat', intervals: [[0, 5]] })
    world.tell({ on: 'elsewhere' })
    world.pass(1)
    expect(world.playing).toBe(false)
  })

  it('asks after a long pause before it goes on, and says so when taken over meanwhile', () => {
    const world = watching()
    world.pass(5)
    world.tell({ on: 'pause' })
    world.pass(100)
    world.answering = () => ({ key: 'course.takenOver' })
    world.tell({ on: 'play' })
    expect(world.playing).toBe(false)
    world.pass(1)
    expect([nameOf(world.state), world.playing]).toEqual(['taken-over', false])
  })

  it('opens a new session by itself when the server has none', () => {
    const world = watching()
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

  it('stops a lesson that is done when the server has none: its round has ended, and the page asks for the next', () => {
    const world = watching()
    world.pass(58)
    expect(world.state).toMatchObject({ done: false, media: 'playing' })
    world.tell({ on: 'elsewhere' })
    world.pass(0.25)
    expect(world.state).toMatchObject({ done: true, media: 'playing' })
    world.answering = () => ({ key: 'course.sessionNotOpen' })
    world.tell({ on: 'elsewhere' })
    world.pass(0.25)
    expect([nameOf(world.state), world.playing]).toEqual(['refused', false])
    expect(world.sent.filter(({ event }) => event === 'start')).toHaveLength(1)
  })

  it('stops at a lesson that another version has replaced, and asks each time anew', () => {
    const world = watching()
    world.answering = () => ({ key: 'course.lessonNotFound' })
    world.pass(16)
    expect([nameOf(world.state), world.playing]).toEqual(['refused', false])
    expect(world.state.queue).toEqual([])
    world.tell({ on: 'play' })
    expect(nameOf(world.state)).toBe('starting')
    world.pass(1)
    expect([nameOf(world.state), world.playing]).toEqual(['refused', false])
  })

  it('begins anew after a start that came to nothing while it was paused', () => {
    const world = new LessonWorld()
    world.tell({ on: 'opened', kept: [] })
    world.tell({ on: 'play' })
    const [beat] = world.sent
    if (!beat) throw new Error('nothing sent')
    world.tell({ on: 'pause' })
    world.tell({ on: 'refused', beat, key: undefined, msg: '' })
    world.tell({ on: 'play' })
    expect(world.sent.map(({ playSessionId }) => playSessionId)).toEqual(['s1', 's2'])
  })

  it('keeps what is unsent when the sign-in has run out', () => {
    const world = watching()
    world.pass(5)
    world.online = false
    world.tell({ on: 'hidden' })
    const [beat] = world.state.queue
    if (!beat) throw new Error('nothing queued')
    // a check that was on the screen is asked of nobody any more
    const presence = { id: 'p', dueAt: world.now, answerBy: world.now + 60_000 }
    world.state = { ...world.state, presence, asked: true }
    world.tell({ on: 'expired', beat })
    expect(nameOf(world.state)).toBe('signed-out')
    expect(world.state.queue).toMatchObject([{ intervals: beat.intervals }])
    expect(nextWake(world.state)).toBe(null)
  })
})

describe('a page that goes away with beats unanswered', () => {
  it('sends them all but the end of the session, which waits for those before it', () => {
    const world = watching({ durationSeconds: 36 })
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

  it('sends the end at once when nothing is before it', () => {
    const world = watching({ durationSeconds: 40 })
    world.pass(32)
    world.online = false
    world.pass(9)
    expect(world.state.queue.map(({ event }) => event)).toEqual(['end'])
    const sent = world.sent.length
    world.tell({ on: 'closing' })
    expect(world.sent.slice(sent).map(({ event }) => event)).toEqual(['end'])
  })
})

describe('a phone that is locked, rings or shows another app', () => {
  it('plays no further, says why, and keeps all that was played', () => {
    const world = watching({ durationSeconds: 600 })
    world.pass(7)
    world.tell({ on: 'halted', why: 'hidden' })
    world.tell({ on: 'hidden' })
    world.pass(60)
    expect([nameOf(world.state), world.playing]).toEqual(['paused', false])
    expect(world.state.halt).toBe('hidden')
    expect(world.state.creditedSeconds).toBe(7)
  })

  it('goes on where it was when the person says so, not by itself', () => {
    const world = watching({ durationSeconds: 600 })
    world.pass(7)
    world.tell({ on: 'halted', why: 'hidden' })
    world.tell({ on: 'shown' })
    world.pass(5)
    expect(world.playing).toBe(false)
    world.tell({ on: 'play' })
    world.pass(5)
    expect([nameOf(world.state), world.state.halt, world.at]).toEqual(['playing', null, 12])
  })
})

describe('the end of study', () => {
  const left = (playSessionId: string, id: string): Beat => ({
    id,
    lessonId: 'lesson',
    playSessionId,
    seq: 4,
    event: 'beat',
    position: 10,
    intervals: [[0, 10]],
  })

  it('sends what was watched before it, also from a page opened after it', () => {
    const world = new LessonWorld({}, false)
    world.tell({ on: 'opened', kept: [left('old', 'course')] })
    world.deliver()
    expect(world.got).toHaveLength(1)
    expect(world.state).toMatchObject({ creditedSeconds: 10, queue: [], closed: true })
  })

  it('of another year’s course closes nothing here, and takes no other session’s beats', () => {
    const world = watching()
    world.pass(5)
    world.answering = (beat, answer) =>
      beat.id === 'of last year' ? { key: 'course.studyClosed' } : answer
    world.tell({ on: 'opened', kept: [left('old', 'of last year'), left('older', 'course')] })
    world.deliver()
    world.pass(15)
    expect(world.state).toMatchObject({ closed: false, reports: true, queue: [] })
    expect(world.got.map((beat) => beat.playSessionId)).toEqual(
      expect.arrayContaining(['old', 'older', 's1']),
    )
  })

  it('stops reporting and plays on freely', () => {
    const world = watching()
    world.pass(5)
    world.answering = () => ({ key: 'course.studyClosed' })
    world.pass(20)
    expect(world.state).toMatchObject({ closed: true, reports: false, queue: [] })
    expect(world.playing).toBe(true)
  })
})
