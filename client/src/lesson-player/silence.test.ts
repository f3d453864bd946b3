import { type Interval, unionOfIntervals } from '@ce/contract/intervals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { announcePresenceCheck, type LessonSimulation, startPlayingLesson } from '../../test/lesson-world.ts'
import { totalIntervalLength } from './intervals.ts'
import { countUnsavedSeconds, type Heartbeat, playerStateNameOf } from './state.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** `answerBy` gives the check's deadline for each heartbeat. */
function checking(world: LessonSimulation, answerBy: (beat: Heartbeat) => number): void {
  const dueAt = world.now + 30_000
  let answered = false
  world.answering = (beat, answer) => {
    answered ||= beat.event === 'presence' && world.now <= answerBy(beat)
    if (beat.event === 'presence' && !answered) return { key: 'course.presenceExpired' }
    if (answered || world.now < dueAt) return answer
    const presence = { id: 'check', dueAt: iso(dueAt), answerBy: iso(answerBy(beat)) }
    return { ...answer, creditedSeconds: 30, furthestSeconds: 30, lessonDone: false, presence }
  }
}

function cutOff(world: LessonSimulation): void {
  world.pass(16)
  world.online = false
  world.pass(120)
  world.online = true
  world.tell({ on: 'online' })
}

describe('presence check that falls due offline (decision 053)', () => {
  it('a presence check that was due offline shows when online, and its answer loses no credit', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    const back = world.now + 136_000
    checking(world, () => back + 60_000)
    cutOff(world)
    world.deliver()
    expect([playerStateNameOf(world.state), world.playing]).toEqual(['presence-asked', true])
    expect(countUnsavedSeconds(world.state)).toBeGreaterThan(90)
    world.tell({ on: 'present' })
    world.deliver()
    world.deliver()
    expect(world.got.find(({ event }) => event === 'presence')?.intervals).toEqual([])
    world.pass(20)
    expect([playerStateNameOf(world.state), world.state.hint]).toEqual(['playing', null])
    expect(world.state.creditedSeconds).toBeGreaterThan(145)
  })

  it('a presence check answer is sent while a heartbeat hangs, and before repeated heartbeats', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    announcePresenceCheck(world, 30)
    world.pass(28)
    world.hanging = true
    world.pass(10)
    expect([playerStateNameOf(world.state), world.state.underWay.length]).toEqual(['presence-asked', 1])
    const before = world.sent.length
    world.tell({ on: 'present' })
    expect(world.sent.slice(before).map(({ event }) => event)).toEqual(['presence'])
    world.pass(55)
    const tries = world.sent.slice(before).map(({ event }) => event)
    expect(tries.length).toBeGreaterThan(2)
    expect(new Set(tries)).toEqual(new Set(['presence']))
    world.hanging = false
    world.pass(30)
    expect(world.state).toMatchObject({ queue: [], underWay: [], stop: null })
    expect(world.state.creditedSeconds).toBeGreaterThan(90)
  })

  it('a presence check answer is sent at once, however long the next try was delayed', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    announcePresenceCheck(world, 30)
    world.pass(28)
    world.online = false
    world.pass(10)
    expect(playerStateNameOf(world.state)).toBe('presence-asked')
    expect(world.state.retryAt - world.now).toBeGreaterThan(1000)
    world.online = true
    world.tell({ on: 'present' })
    world.deliver()
    expect(world.got.at(-1)?.event).toBe('presence')
  })

  it('a presence check answer does not send a hanging heartbeat a second time', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    announcePresenceCheck(world, 30)
    world.pass(28)
    world.hanging = true
    world.pass(6)
    const { offset } = world.state
    const hangs = world.state.underWay
    expect([playerStateNameOf(world.state), hangs.length]).toEqual(['presence-asked', 1])
    world.hanging = false
    world.tell({ on: 'present' })
    world.pass(60)
    expect(world.state).toMatchObject({ queue: [], underWay: [], failed: [], offset })
    const sent = world.sent.map(({ playSessionId, seq }) => `${playSessionId}/${seq}`)
    const twice = sent.filter((one, index) => sent.indexOf(one) < index)
    expect(twice).toEqual(hangs.map(({ playSessionId, seq }) => `${playSessionId}/${seq}`))
  })

  it('an outdated presence check in the response to a repeated heartbeat does not count as missed', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    const back = world.now + 136_000
    checking(world, ({ position }) => (position < 40 ? back - 1000 : back + 60_000))
    cutOff(world)
    world.deliver()
    expect(world.state.stop).toBe(null)
    world.pass(1)
    expect(playerStateNameOf(world.state)).toBe('presence-asked')
  })

  it('a presence check that expired offline says that nobody could be asked', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    checking(world, () => world.now - 1000)
    cutOff(world)
    world.pass(5)
    expect([playerStateNameOf(world.state), world.playing]).toEqual(['presence-unasked', false])
  })

  it('an answer to a presence check that could not arrive in time is reported as too late', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    const due = world.now + 30_000
    const check = { id: 'check', dueAt: iso(due), answerBy: iso(due + 61_000) }
    world.answering = (beat, answer) =>
      world.now > due + 61_000 && beat.event !== 'start'
        ? { key: 'course.presenceExpired' }
        : { ...answer, presence: check }
    world.pass(16)
    world.online = false
    world.pass(20)
    world.tell({ on: 'present' })
    world.pass(100)
    world.online = true
    world.tell({ on: 'online' })
    world.pass(1)
    expect([playerStateNameOf(world.state), world.playing]).toEqual(['presence-late', false])
  })

  it('a check that fell due during a pause is not shown, and playing starts a new session', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    world.pass(16)
    world.tell({ on: 'pause' })
    world.pass(100)
    const presence = {
      id: 'check',
      dueAt: iso(world.now - 1000),
      answerBy: iso(world.now + 60_000),
    }
    world.answering = (beat, answer) => (beat.event === 'start' ? answer : { ...answer, presence })
    world.tell({ on: 'play' })
    world.pass(5)
    expect(playerStateNameOf(world.state)).toBe('playing')
    expect(world.got.at(-1)).toMatchObject({ event: 'start', playSessionId: 's2' })
  })
})

/** Seconds of grace that every student has (docs/rules/study.md#credit). */
const graceSeconds = 5

/** Judges like judge.ts: seconds after the due time wait for the answer and are lost with the session. */
function judging(world: LessonSimulation, dueIn: number): void {
  const began = world.now
  const due = began + dueIn * 1000
  let open: string | null = 's1'
  let heardAt = began
  let late = 0
  let settled = false
  let answeredBy: number | undefined
  let told: Interval[] = []
  let credited = 0
  const credit = () => {
    const most = settled ? Number.POSITIVE_INFINITY : dueIn + graceSeconds
    const [first] = unionOfIntervals([[0, credited], ...told])
    credited = Math.max(credited, Math.min(first?.[1] ?? 0, most))
  }
  world.answering = (beat, answer) => {
    const { now } = world
    if (beat.event === 'start') {
      settled ||= now >= due
      open = beat.playSessionId
      told = []
    } else if (beat.playSessionId !== open) return { key: 'course.sessionNotOpen' }
    if (!settled && heardAt < due && now >= due && (heardAt < due - 30_000 || now > due + 61_000))
      late = Math.max(0, now - 1000 - due)
    heardAt = now
    const answerBy = due + late + 61_000
    if (beat.event === 'presence' && beat.seq !== answeredBy) {
      if (settled || now > answerBy) return { key: 'course.presenceExpired' }
      settled = true
      answeredBy = beat.seq
    }
    const before = credited
    told = unionOfIntervals([...told, ...beat.intervals])
    credit()
    if (beat.event === 'end') open = null
    if (!settled && now > answerBy && beat.intervals.length > 0 && credited === before)
      return { key: 'course.presenceExpired' }
    const isAnnounced = !settled && open !== null && due + late - now <= 30_000
    const presence = { id: 'check', dueAt: iso(due + late), answerBy: iso(answerBy) }
    return {
      ...{ ...answer, creditedSeconds: credited, furthestSeconds: credited, lessonDone: false },
      presence: isAnnounced ? presence : null,
    }
  }
}

/** A student who answers a check after `reaction`. @returns a function that passes time */
function somebody(world: LessonSimulation, reaction: number): (seconds: number) => void {
  let asked = 0
  return (seconds) => {
    for (let second = 0; second < seconds; second += 1) {
      world.pass(1)
      asked = playerStateNameOf(world.state) === 'presence-asked' ? asked + 1 : 0
      if (asked > reaction) world.tell({ on: 'present' })
    }
  }
}

function goOff(world: LessonSimulation, hangs = false): void {
  world.online = hangs
  world.hanging = hangs
}

function goOn(world: LessonSimulation): void {
  world.online = true
  world.hanging = false
  world.tell({ on: 'online' })
}

describe('presence check during ten minutes offline', () => {
  const cut = fc.record({
    dueIn: fc.integer({ min: 60, max: 500 }),
    /** Seconds between losing the network and the check. */
    before: fc.integer({ min: 1, max: 400 }),
    length: fc.integer({ min: 30, max: 600 }),
    part: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
    reaction: fc.integer({ min: 1, max: 40 }),
    hangs: fc.boolean(),
  })

  it('an outage with a check costs no credit when the film ends during it', () => {
    fc.assert(
      fc.property(cut, ({ dueIn, before, length, part, reaction, hangs }) => {
        const from = Math.max(5, dueIn - before)
        const duration = Math.round(from + length * part)
        const world = startPlayingLesson({ durationSeconds: duration })
        judging(world, dueIn)
        const watch = somebody(world, reaction)
        watch(from)
        goOff(world, hangs)
        watch(length)
        goOn(world)
        watch(200)
        expect(world.state.creditedSeconds).toBeCloseTo(duration, 0)
        expect(world.state).toMatchObject({ queue: [], session: null, stop: null })
        expect(world.got.at(-1)?.event).toBe('end')
      }),
    )
  })

  it('an outage with a check costs no credit when the film is paused during it', () => {
    fc.assert(
      fc.property(cut, ({ dueIn, before, length, part, reaction, hangs }) => {
        const from = Math.max(5, dueIn - before)
        const world = startPlayingLesson({ durationSeconds: 3000 })
        judging(world, dueIn)
        const watch = somebody(world, reaction)
        watch(from)
        goOff(world, hangs)
        watch(Math.round(length * part))
        world.tell({ on: 'pause' })
        watch(Math.round(length * (1 - part)))
        goOn(world)
        watch(150)
        world.tell({ on: 'play' })
        watch(60)
        world.tell({ on: 'pause' })
        world.pass(5)
        expect(world.state.creditedSeconds).toBeCloseTo(totalIntervalLength(unionOfIntervals(world.played)), 0)
        expect(totalIntervalLength(world.played)).toBeCloseTo(totalIntervalLength(unionOfIntervals(world.played)), 0)
      }),
    )
  })

  it('a film watched to its end before the presence check is due needs no answer', () => {
    const world = startPlayingLesson({ durationSeconds: 100 })
    judging(world, 150)
    world.pass(50)
    goOff(world)
    world.pass(300)
    goOn(world)
    world.pass(100)
    expect(world.got.at(-1)?.event).toBe('end')
    expect(world.state).toMatchObject({ creditedSeconds: 100, stop: null, session: null })
  })

  it('a page left during the outage shows no presence check', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    judging(world, 60)
    world.pass(20)
    goOff(world)
    world.pass(100)
    world.playing = false
    world.tell({ on: 'left' })
    goOn(world)
    world.pass(100)
    expect(world.state).toMatchObject({ creditedSeconds: 65, queue: [], asked: false, stop: null })
  })
})
