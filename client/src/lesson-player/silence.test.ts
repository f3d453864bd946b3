import { joined, type Stretch } from '@ce/contract/stretches'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { announce, type LessonWorld, watching } from '../../test/lesson-world.ts'
import { type Beat, nameOf, unsavedSeconds } from './state.ts'
import { lengthOf } from './stretches.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** What of the session was brought waits from `dueAt` on for an answer to the check; `answerBy` says until when it is taken. */
function checking(world: LessonWorld, answerBy: (beat: Beat) => number): void {
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

/** Two minutes without a network after so many seconds, and on until the network is back. */
function cutOff(world: LessonWorld): void {
  world.pass(16)
  world.online = false
  world.pass(120)
  world.online = true
  world.tell({ on: 'online' })
}

describe('a presence check that fell due without a network (decision 053)', () => {
  it('is asked when the network is back, answered beside what is told then, and nothing is lost', () => {
    const world = watching({ durationSeconds: 600 })
    const back = world.now + 136_000
    checking(world, () => back + 60_000)
    cutOff(world)
    world.deliver()
    expect([nameOf(world.state), world.playing]).toEqual(['presence-asked', true])
    expect(unsavedSeconds(world.state)).toBeGreaterThan(90)
    world.tell({ on: 'present' })
    world.deliver()
    world.deliver()
    expect(world.got.find(({ event }) => event === 'presence')?.intervals).toEqual([])
    world.pass(20)
    expect([nameOf(world.state), world.state.hint]).toEqual(['playing', null])
    expect(world.state.creditedSeconds).toBeGreaterThan(145)
  })

  it('is answered beside a beat that hangs, and before any that is tried again', () => {
    const world = watching({ durationSeconds: 600 })
    announce(world, 30)
    world.pass(28)
    world.hanging = true
    world.pass(10)
    expect([nameOf(world.state), world.state.underWay.length]).toEqual(['presence-asked', 1])
    const before = world.sent.length
    world.tell({ on: 'present' })
    expect(world.sent.slice(before).map(({ event }) => event)).toEqual(['presence'])
    // tried again and again, and nothing else is, until it has arrived
    world.pass(55)
    const tries = world.sent.slice(before).map(({ event }) => event)
    expect(tries.length).toBeGreaterThan(2)
    expect(new Set(tries)).toEqual(new Set(['presence']))
    world.hanging = false
    world.pass(30)
    expect(world.state).toMatchObject({ queue: [], underWay: [], stop: null })
    expect(world.state.creditedSeconds).toBeGreaterThan(90)
  })

  it('is answered the moment the person does, however long the next try was put off', () => {
    const world = watching({ durationSeconds: 600 })
    announce(world, 30)
    world.pass(28)
    world.online = false
    world.pass(10)
    expect(nameOf(world.state)).toBe('presence-asked')
    expect(world.state.retryAt - world.now).toBeGreaterThan(1000)
    world.online = true
    world.tell({ on: 'present' })
    world.deliver()
    expect(world.got.at(-1)?.event).toBe('presence')
  })

  it('leaves the beat that hangs beside its answer alone: nothing is sent twice, and no repeat sets the clock', () => {
    const world = watching({ durationSeconds: 600 })
    announce(world, 30)
    world.pass(28)
    world.hanging = true
    world.pass(6)
    const { offset } = world.state
    const hangs = world.state.underWay
    expect([nameOf(world.state), hangs.length]).toEqual(['presence-asked', 1])
    // that one arrives late, what is sent from now on at once
    world.hanging = false
    world.tell({ on: 'present' })
    world.pass(60)
    expect(world.state).toMatchObject({ queue: [], underWay: [], failed: [], offset })
    const sent = world.sent.map(({ playSessionId, seq }) => `${playSessionId}/${seq}`)
    const twice = sent.filter((one, index) => sent.indexOf(one) < index)
    // given up once, and told again
    expect(twice).toEqual(hangs.map(({ playSessionId, seq }) => `${playSessionId}/${seq}`))
  })

  it('is not missed by the answer to a repeat, which tells of it as it was before: what comes after it counts', () => {
    const world = watching({ durationSeconds: 600 })
    const back = world.now + 136_000
    checking(world, ({ position }) => (position < 40 ? back - 1000 : back + 60_000))
    cutOff(world)
    world.deliver()
    expect(world.state.stop).toBe(null)
    world.pass(1)
    expect(nameOf(world.state)).toBe('presence-asked')
  })

  it('says that nobody could be asked when the server takes no answer any more', () => {
    const world = watching({ durationSeconds: 600 })
    checking(world, () => world.now - 1000)
    cutOff(world)
    world.pass(5)
    expect([nameOf(world.state), world.playing]).toEqual(['presence-unasked', false])
  })

  it('says that it came too late when it was given in time, and could not arrive', () => {
    const world = watching({ durationSeconds: 600 })
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
    expect([nameOf(world.state), world.playing]).toEqual(['presence-late', false])
  })

  it('asks nobody who paused before it was due: who goes on begins anew', () => {
    const world = watching({ durationSeconds: 600 })
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
    expect(nameOf(world.state)).toBe('playing')
    expect(world.got.at(-1)).toMatchObject({ event: 'start', playSessionId: 's2' })
  })
})

/** product §4 Study: the grace of every student */
const graceSeconds = 5

/**
 * One check, as the server keeps it (judge.ts): what is told past the moment it falls due waits for its answer, and is gone with its session; one that
 * fell due in a silence is asked when the session is heard of again.
 */
function judging(world: LessonWorld, dueIn: number): void {
  const began = world.now
  const due = began + dueIn * 1000
  let open: string | null = 's1'
  let heardAt = began
  let late = 0
  let settled = false
  let answeredBy: number | undefined
  let told: Stretch[] = []
  let credited = 0
  const credit = () => {
    const most = settled ? Number.POSITIVE_INFINITY : dueIn + graceSeconds
    // the film begins where it is credited to
    const [first] = joined([[0, credited], ...told])
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
    told = joined([...told, ...beat.intervals])
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

/** Somebody is there, and answers so long after the question has come. @returns lets time go by */
function somebody(world: LessonWorld, reaction: number): (seconds: number) => void {
  let asked = 0
  return (seconds) => {
    for (let second = 0; second < seconds; second += 1) {
      world.pass(1)
      asked = nameOf(world.state) === 'presence-asked' ? asked + 1 : 0
      if (asked > reaction) world.tell({ on: 'present' })
    }
  }
}

function goOff(world: LessonWorld, hangs = false): void {
  world.online = hangs
  world.hanging = hangs
}

function goOn(world: LessonWorld): void {
  world.online = true
  world.hanging = false
  world.tell({ on: 'online' })
}

describe('ten minutes without a network in which a check falls due cost nothing', () => {
  const cut = fc.record({
    dueIn: fc.integer({ min: 60, max: 500 }),
    /** the network goes so long before the check */
    before: fc.integer({ min: 1, max: 400 }),
    length: fc.integer({ min: 30, max: 600 }),
    /** of the cut, until the film ends or is paused */
    part: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
    reaction: fc.integer({ min: 1, max: 40 }),
    /** it takes what is sent and brings nothing back */
    hangs: fc.boolean(),
  })

  it('to a film that ends in them', () => {
    fc.assert(
      fc.property(cut, ({ dueIn, before, length, part, reaction, hangs }) => {
        const from = Math.max(5, dueIn - before)
        const duration = Math.round(from + length * part)
        const world = watching({ durationSeconds: duration })
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

  it('to a film that is paused in them', () => {
    fc.assert(
      fc.property(cut, ({ dueIn, before, length, part, reaction, hangs }) => {
        const from = Math.max(5, dueIn - before)
        const world = watching({ durationSeconds: 3000 })
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
        expect(world.state.creditedSeconds).toBeCloseTo(lengthOf(joined(world.played)), 0)
        expect(lengthOf(world.played)).toBeCloseTo(lengthOf(joined(world.played)), 0)
      }),
    )
  })

  it('asks nobody who had watched to the end before it fell due, nor misses anybody', () => {
    const world = watching({ durationSeconds: 100 })
    judging(world, 150)
    world.pass(50)
    goOff(world)
    world.pass(300)
    goOn(world)
    world.pass(100)
    expect(world.got.at(-1)?.event).toBe('end')
    expect(world.state).toMatchObject({ creditedSeconds: 100, stop: null, session: null })
  })

  it('asks nobody on a page that was left in them', () => {
    const world = watching({ durationSeconds: 600 })
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
