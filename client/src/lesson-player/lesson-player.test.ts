import { describe, expect, it } from 'vitest'
import { LessonWorld } from '../../test/lesson-world.ts'
import { type Beat, nameOf, unsavedSeconds } from './state.ts'
import { nextWake } from './step.ts'

/** A lesson that plays, its start answered. */
function watching(change = {}, studyOpen = true): LessonWorld {
  const world = new LessonWorld(change, studyOpen)
  world.tell({ on: 'opened', kept: [] })
  world.tell({ on: 'play' })
  if (world.state.reports) expect(nameOf(world.state)).toBe('starting')
  world.deliver()
  return world
}

const isoIn = (world: LessonWorld, seconds: number) =>
  new Date(world.now + seconds * 1000).toISOString()

/** From its next answer on the server announces a presence check. */
function announce(world: LessonWorld, dueIn: number) {
  const check = { id: 'check', dueAt: isoIn(world, dueIn), answerBy: isoIn(world, dueIn + 60) }
  world.answering = (beat, answer) =>
    beat.event === 'presence' ? answer : { ...answer, presence: check }
}

describe('beats', () => {
  it('opens with a start that carries nothing, plays only after its answer, then beats every 15 s', () => {
    const world = watching()
    expect(world.sent).toMatchObject([{ seq: 0, event: 'start', position: 0, intervals: [] }])
    world.pass(31)
    expect(world.got.slice(1)).toMatchObject([
      { seq: 1, event: 'beat', intervals: [[0, 15]], position: 15 },
      { seq: 2, event: 'beat', intervals: [[15, 30]], position: 30 },
    ])
    expect(world.state).toMatchObject({ creditedSeconds: 30, covered: [[0, 30]], served: 30 })
  })

  it('beats on pause, seek, hide and end', () => {
    const world = watching()
    world.pass(5)
    world.tell({ on: 'hidden' })
    world.pass(2)
    world.tell({ on: 'pause' })
    world.tell({ on: 'play' })
    world.pass(3)
    world.tell({ on: 'seekTo', to: 2 })
    world.pass(60)
    const events = world.got.map(({ event, intervals }) => [event, intervals])
    expect(events.slice(0, 4)).toEqual([
      ['start', []],
      ['hide', [[0, 5]]],
      ['pause', [[5, 7]]],
      ['seek', [[7, 10]]],
    ])
    expect(events.at(-1)?.[0]).toBe('end')
    expect(world.state).toMatchObject({ done: true, media: 'ended', creditedSeconds: 60 })
  })

  it('sends nothing when study is closed, or everything is credited already', () => {
    const closed = watching({}, false)
    closed.pass(20)
    const full = watching({
      done: true,
      covered: [[0, 60]],
      creditedSeconds: 60,
      furthestSeconds: 60,
    })
    full.pass(20)
    expect([closed.sent, full.sent]).toEqual([[], []])
    expect(closed.at).toBeCloseTo(20)
  })

  it('goes on at the first gap when the end was reached and something is missing', () => {
    const world = new LessonWorld({
      furthestSeconds: 60,
      resumeAt: 60,
      covered: [
        [0, 20],
        [30, 60],
      ],
      creditedSeconds: 50,
    })
    expect(world.state.position).toBe(20)
  })
})

describe('what is credited', () => {
  it('follows the server: what it holds back is missing, what it credits later is there', () => {
    const world = watching()
    world.answering = (beat, answer) =>
      beat.seq === 1 ? { ...answer, creditedSeconds: 13, furthestSeconds: 13 } : answer
    world.pass(16)
    expect(world.state.covered).toEqual([[0, 13]])
    world.pass(15)
    expect(world.state).toMatchObject({ covered: [[0, 30]], creditedSeconds: 30 })
  })
})

describe('first viewing', () => {
  it('bounces forward jumps back, lets go back, and is free after done', () => {
    const world = watching()
    world.pass(10)
    world.jump(40)
    expect(world.at).toBeCloseTo(10, 0)
    expect(world.state.hint).toBe('not-yet')
    world.tell({ on: 'seekTo', to: 50 })
    expect(world.at).toBeCloseTo(10, 0)
    world.jump(3)
    expect(world.at).toBe(3)
    world.pass(70)
    expect(world.state.done).toBe(true)
    world.tell({ on: 'play' })
    world.jump(50)
    expect(world.at).toBe(50)
  })

  it('stays at 1×', () => {
    const world = watching()
    world.setRate(2)
    expect(world.rate).toBe(1)
    world.pass(61)
    world.setRate(2)
    expect(world.rate).toBe(2)
  })

  it('goes back to what the server credited when that is far behind', () => {
    const world = watching()
    world.answering = (_beat, answer) => ({
      ...answer,
      creditedSeconds: 3,
      furthestSeconds: 3,
      lessonDone: false,
    })
    world.pass(15.5)
    expect(world.at).toBeLessThan(4)
    expect(world.state.hint).toBe('went-back')
  })
})

describe('offline', () => {
  it('goes on playing, keeps every beat, and replays them in order, unchanged', () => {
    const world = watching()
    world.pass(10)
    world.online = false
    world.pass(30)
    expect(nameOf(world.state)).toBe('offline-playing')
    expect(unsavedSeconds(world.state)).toBeCloseTo(40, 0)
    world.online = true
    world.tell({ on: 'online' })
    world.pass(2)
    expect(world.got.map(({ seq }) => seq)).toEqual([0, 1, 2])
    expect(world.state.queue).toEqual([])
    expect(world.state.creditedSeconds).toBeCloseTo(30)
  })

  it('sends what an earlier page left over, and plays all the same', () => {
    const left: Beat = {
      id: 'course',
      lessonId: 'other',
      playSessionId: 'old',
      seq: 3,
      event: 'beat',
      position: 9,
      intervals: [[5, 9]],
    }
    const world = new LessonWorld()
    world.tell({ on: 'play' })
    // its `start` would end the session that the kept beat belongs to
    expect(world.sent).toEqual([])
    world.tell({ on: 'opened', kept: [left] })
    world.pass(1)
    expect(world.got.map(({ playSessionId }) => playSessionId).slice(0, 2)).toEqual(['old', 's1'])
    expect(world.got).toContainEqual(left)
    expect(nameOf(world.state)).toBe('playing')
  })

  it('waits with playing until a start is answered', () => {
    const world = new LessonWorld()
    world.online = false
    world.tell({ on: 'opened', kept: [] })
    world.tell({ on: 'play' })
    world.pass(5)
    expect([world.playing, nameOf(world.state)]).toEqual([false, 'starting'])
    world.online = true
    world.pass(20)
    expect(world.playing).toBe(true)
    expect(new Set(world.sent.slice(0, 3).map(({ playSessionId }) => playSessionId)).size).toBe(1)
  })
})

describe('presence', () => {
  it('asks at the server’s moment and goes on after the answer', () => {
    const world = watching({ durationSeconds: 600 })
    announce(world, 30)
    world.pass(31)
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

  it('keeps what is unsent when the sign-in has run out', () => {
    const world = watching()
    world.pass(5)
    world.online = false
    world.tell({ on: 'hidden' })
    const [beat] = world.state.queue
    if (!beat) throw new Error('nothing queued')
    world.tell({ on: 'expired', beat })
    expect(nameOf(world.state)).toBe('signed-out')
    expect(world.state.queue).toContainEqual(beat)
    expect(nextWake(world.state)).toBe(null)
  })
})

describe('the address of the video', () => {
  it('is renewed when it has run out; playing goes on at the same second', () => {
    const world = watching()
    world.pass(8)
    world.playing = false
    world.tell({ on: 'broken' })
    expect(nameOf(world.state)).toBe('renewing')
    world.at = 0
    world.tell({ on: 'renewed', until: world.now + 600_000 })
    expect([nameOf(world.state), world.at]).toEqual(['playing', 8])
  })

  it('is renewed a minute before it ends, quietly, and nothing of what was played is lost', () => {
    const world = watching({ durationSeconds: 1200 })
    world.pass(535)
    expect(world.loads).toBe(0)
    world.pass(60)
    expect([nameOf(world.state), world.loads]).toEqual(['playing', 1])
    expect(world.at).toBeCloseTo(595, 0)
    expect(world.state.creditedSeconds).toBeGreaterThan(575)
  })

  it('plays on what is loaded while there is no network, and asks again', () => {
    const world = watching({ durationSeconds: 1200 })
    world.pass(500)
    world.online = false
    world.pass(80)
    expect([nameOf(world.state), world.loads]).toEqual(['offline-playing', 0])
    world.online = true
    world.pass(20)
    expect([nameOf(world.state), world.loads]).toEqual(['playing', 1])
    expect(world.at).toBeGreaterThan(590)
  })

  it('is left alone when all that is left of the video is here', () => {
    const world = watching({ durationSeconds: 1200 })
    world.skip(700)
    world.tell({ on: 'time', at: world.at, loaded: true })
    expect(world.loads).toBe(0)
    world.tell({ on: 'time', at: world.at })
    expect(world.loads).toBe(1)
  })

  it('gives up after three in a row', () => {
    const world = watching()
    for (let time = 0; time < 4; time += 1) {
      world.playing = false
      world.tell({ on: 'broken' })
      world.tell({ on: 'renewed', until: world.now + 600_000 })
    }
    expect(nameOf(world.state)).toBe('error')
  })
})
