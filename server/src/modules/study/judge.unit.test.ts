import { describe, expect, it } from 'vitest'
import { desk } from '../../../test/factories/judge.ts'
import type { Beat } from './clock.ts'
import type { Ranges } from './ranges.ts'

describe('credit', () => {
  it('counts each second once, and gives five seconds of grace once', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    expect(one.send(150, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 200]] })).toMatchObject({
      added: 200,
    })
    expect(one.send(300, 'a', { sessionNo: 1, seq: 2, intervals: [[100, 400]] })).toMatchObject({
      added: 150,
    })
    expect(one.clock()).toMatchObject({ allowance: 0, grace: 0, held: [[350, 400]] })
  })

  it('holds what came before its turn and credits it when the gap is filled', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(150, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 150]] })
    expect(one.send(450, 'a', { sessionNo: 1, seq: 3, intervals: [[300, 450]] })).toMatchObject({
      added: 0,
      progress: { furthest: 150, resume: 150 },
    })
    expect(one.send(451, 'a', { sessionNo: 1, seq: 2, intervals: [[150, 300]] })).toMatchObject({
      added: 300,
      // where to go on is behind what needs not be watched again
      progress: { covered: [[0, 450]], furthest: 450, resume: 450 },
    })
  })

  it('is done at 95 %, free afterwards', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(5699, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 5699]] })
    expect(one.progress().done).toBe(false)
    one.send(5710, 'a', { sessionNo: 1, seq: 2, intervals: [[5699, 5700]] })
    expect(one.progress().done).toBe(true)
    one.send(5810, 'a', { sessionNo: 1, seq: 3, intervals: [[5900, 6000]] })
    expect(one.progress().covered).toEqual([
      [0, 5700],
      [5900, 6000],
    ])
  })

  it('keeps a forged coverage in few pieces, and lets it heal', () => {
    const one = desk(100_000)
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    for (let seq = 1; seq <= 500; seq += 1)
      one.send(seq * 20, 'a', { sessionNo: 1, seq, intervals: [[seq * 10, seq * 10 + 1]] })
    expect(one.progress().covered).toHaveLength(300)
    one.send(20_000, 'a', { sessionNo: 1, seq: 501, intervals: [[0, 3100]] })
    expect(one.progress().covered.length).toBeLessThan(5)
  })

  it('refuses what cannot be', () => {
    const one = desk()
    const key = (beat: Partial<Beat>, seq = 1) => one.send(10, 'a', { sessionNo: 1, seq, ...beat })
    expect(key({ intervals: [[0, 5]] }, 0)).toEqual({ refusal: 'course.badIntervals' })
    expect(key({})).toEqual({ refusal: 'course.sessionNotOpen' })
    key({}, 0)
    expect(key({ intervals: [[9, 5]] })).toEqual({ refusal: 'course.badIntervals' })
    expect(key({ intervals: [[-9, 5]] })).toEqual({ refusal: 'course.badIntervals' })
    expect(key({ position: Number.NaN })).toEqual({ refusal: 'course.badIntervals' })
    expect(key({ position: 6011 })).toEqual({ refusal: 'course.positionBeyondLesson' })
    expect(key({ intervals: [[5990, 6011]] })).toEqual({ refusal: 'course.positionBeyondLesson' })
  })
})

describe('sessions', () => {
  it('gives the new page none of the old one’s allowance, and drops it at the end', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(1000, 'b', { sessionNo: 2, seq: 0 })
    expect(one.send(1010, 'b', { sessionNo: 2, seq: 1, intervals: [[0, 900]] })).toMatchObject({
      added: 60,
    })
    one.send(2000, 'b', { sessionNo: 2, seq: 2, event: 'end' })
    expect(one.clock()).toMatchObject({ sessionNo: null, allowance: 0, held: [] })
  })

  it('never credits one lesson with what waits of another', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    // twice what the clock allows: the rest waits
    one.send(100, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 300]] })
    expect(one.clock().held).toEqual([[150, 300]])
    one.send(110, 'b', { sessionNo: 2, seq: 0 })
    expect(one.clock().held).toEqual([])
    one.send(1000, 'b', { sessionNo: 2, seq: 1, intervals: [[0, 150]] })
    expect(one.progress('b').covered).toEqual([[0, 150]])
    one.send(1100, 'b', { sessionNo: 2, seq: 2, intervals: [[1000, 1300]] })
    one.send(1110, 'b', { sessionNo: 2, seq: 3, event: 'end' })
    expect(one.clock().held).toEqual([])
  })

  it('keeps the way to the next presence check across sessions', () => {
    const one = desk(9000)
    for (let no = 1; no <= 3; no += 1) one.send(no * 2000, 'a', { sessionNo: no, seq: 0 })
    expect(one.clock().presenceLeft).toBe(5000)
  })
})

describe('where to go on', () => {
  it('is behind what came late, also from a page that was taken over, unless somebody is elsewhere', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(300, 'a', { sessionNo: 2, seq: 0 })
    one.send(310, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 200]] })
    expect(one.progress()).toMatchObject({ covered: [[0, 200]], resume: 200 })
    one.send(320, 'a', { sessionNo: 2, seq: 1, event: 'seek', position: 50 })
    one.send(330, 'a', { sessionNo: 1, seq: 2, intervals: [[200, 280]] })
    expect(one.progress()).toMatchObject({ covered: [[0, 280]], resume: 50 })
  })
})

describe('presence', () => {
  const opened = () => {
    const one = desk(1000)
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    return one
  }

  it('is announced before it is due; nothing accrues past it; an answer in time makes the time count', () => {
    const one = opened()
    expect(one.send(90, 'a', { sessionNo: 1, seq: 1 })).toMatchObject({ presence: null })
    const told = one.send(750, 'a', { sessionNo: 1, seq: 2, intervals: [[0, 750]] })
    const id = 'presence' in told ? told.presence?.id : undefined
    expect(told).toMatchObject({ presence: { due: 1000, answerBy: 1610 } })
    one.send(1300, 'a', { sessionNo: 1, seq: 3, intervals: [[750, 1300]] })
    expect(one.progress().furthest).toBe(1050)
    const event = 'presence' as const
    expect(one.send(1500, 'a', { sessionNo: 1, seq: 4, event, presenceId: id })).toMatchObject({
      added: 250,
      progress: { furthest: 1300 },
    })
    expect(one.clock()).toMatchObject({ allowance: 250 })
  })

  it('expires after its time: what is left of the allowance counts, then only a new start helps', () => {
    const one = opened()
    const id = one.clock().presenceId
    const event = 'presence' as const
    one.send(990, 'a', { sessionNo: 1, seq: 1 })
    one.send(1140, 'a', { sessionNo: 1, seq: 2 })
    expect(one.send(1611, 'a', { sessionNo: 1, seq: 3, event, presenceId: id })).toEqual({
      refusal: 'course.presenceExpired',
    })
    one.send(1700, 'a', { sessionNo: 1, seq: 4, intervals: [[0, 1600]] })
    expect(one.progress().furthest).toBe(1050)
    expect(one.send(1800, 'a', { sessionNo: 1, seq: 5, intervals: [[1600, 1700]] })).toEqual({
      refusal: 'course.presenceExpired',
    })
    one.send(1900, 'a', { sessionNo: 2, seq: 0 })
    one.send(2000, 'a', { sessionNo: 2, seq: 1, intervals: [[1050, 1150]] })
    expect(one.progress().furthest).toBe(1150)
  })

  // decision 039: shown a second after it is due, a page half a second ahead, a person of 0.4 s
  it('takes no answer that is faster than any person, and takes the same one again when its time has come', () => {
    const one = opened()
    one.send(750, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 750]] })
    const { presenceId } = one.clock()
    const answer = { sessionNo: 1, seq: 2, event: 'presence' as const, presenceId }
    const full = { ...answer, intervals: [[750, 1000]] as Ranges }
    const before = one.clock()
    for (const now of [760, 994, 1000, 1004, 1008])
      expect(one.send(now, 'a', full)).toEqual({ refusal: 'course.presenceEarly' })
    expect(one.clock()).toEqual(before)
    expect(one.send(1009, 'a', full)).toMatchObject({
      added: 250,
      progress: { covered: [[0, 1000]] },
    })
    expect(one.clock().presenceId).not.toBe(presenceId)
  })

  it('takes no answer to a check that was not asked', () => {
    const one = opened()
    const early = { sessionNo: 1, seq: 1, event: 'presence' as const }
    expect(one.send(10, 'a', { ...early, presenceId: one.clock().presenceId })).toEqual({
      refusal: 'course.presenceExpired',
    })
    expect(one.send(1100, 'a', { ...early, presenceId: 'another' })).toEqual({
      refusal: 'course.presenceExpired',
    })
  })
})

/** decision 053 */
describe('a presence check that falls due in a silence', () => {
  /** Heard of last at `heardAt`; it falls due at 1000. Then all at once what was played meanwhile. */
  function silence(heardAt: number, until: number) {
    const one = desk(1000)
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(heardAt, 'a', { sessionNo: 1, seq: 1, intervals: [[0, heardAt]] })
    const { presenceId } = one.clock()
    let seq = 1
    const send = (now: number, beat: Partial<Beat> = {}) => {
      seq += 1
      return one.send(now, 'a', { sessionNo: 1, seq, ...beat })
    }
    const back = send(until, { intervals: [[heardAt, Math.min(until, 5500)]] })
    const answer = (now: number) => send(now, { event: 'presence', presenceId })
    return { one, send, back, answer }
  }

  it.each([
    ['nobody could be asked', 600, 5000],
    ['no answer could arrive', 900, 4990],
  ])('is asked when the session is heard of again: %s', (_why, heardAt, due) => {
    const { one, back, answer } = silence(heardAt, 5000)
    // a minute to answer from when it shows; until then nothing counts past the moment it fell due
    expect(back).toMatchObject({ presence: { due, answerBy: due + 610 } })
    expect(one.progress().furthest).toBe(1050)
    answer(5100)
    expect(one.progress().furthest).toBe(5000)
    // the grace of five seconds was used when the line came back
    expect(one.clock()).toMatchObject({ presenceLate: 0, allowance: 150, grace: 0 })
  })

  it('is answered by no program that could know of it only now', () => {
    const { one, answer } = silence(90, 5000)
    expect(answer(5000)).toEqual({ refusal: 'course.presenceEarly' })
    expect(answer(5008)).toEqual({ refusal: 'course.presenceEarly' })
    answer(5009)
    expect(one.progress().furthest).toBe(5000)
  })

  it('takes the answer that was given without a network, though it is heard of first', () => {
    const one = desk(1000)
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(990, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 990]] })
    const { presenceId } = one.clock()
    const late = { sessionNo: 1, seq: 2, event: 'presence' as const, presenceId }
    expect(one.send(5000, 'a', { ...late, intervals: [[990, 1050]] })).toMatchObject({ added: 60 })
  })

  it('takes it too where the check was told long before, and nothing was heard since', () => {
    const one = desk(1000)
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    const told = one.send(400, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 400]] })
    const presenceId = 'presence' in told ? told.presence?.id : undefined
    const late = { sessionNo: 1, seq: 2, event: 'presence' as const, presenceId }
    one.send(1300, 'a', late)
    expect(one.clock()).toMatchObject({ presenceLate: 0, allowance: 900 })
    expect(one.clock().presenceId).not.toBe(presenceId)
  })

  it('counts nothing when nobody answers then, and is asked no second time', () => {
    const { one, send, answer } = silence(600, 5000)
    send(5300, { intervals: [[5000, 5300]] })
    expect(answer(5611)).toEqual({ refusal: 'course.presenceExpired' })
    expect(send(9000, { intervals: [[5300, 5600]] })).toEqual({ refusal: 'course.presenceExpired' })
    expect(one.progress().furthest).toBe(1050)
  })

  it('counts twelve minutes past it at most: whoever cuts the line on purpose gains no more by each check', () => {
    const { one, answer } = silence(600, 90_000)
    answer(90_100)
    expect(one.clock()).toMatchObject({ accruedAt: 90_100, credited: 5500 })
    expect(one.clock().credited + one.clock().allowance).toBeLessThanOrEqual(1000 + 50 + 7200)
  })

  it('is asked at once when it was heard of in time', () => {
    const { one, back } = silence(900, 1200)
    expect(back).toMatchObject({ presence: { due: 1000, answerBy: 1610 } })
    expect(one.clock().presenceLate).toBe(0)
  })
})

describe('a session that was taken over', () => {
  it('is credited what it had watched by then, from the time that was its own, once', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(400, 'b', { sessionNo: 2, seq: 0 })
    const late = { sessionNo: 1, seq: 1, intervals: [[0, 300]] as Ranges }
    expect(one.send(500, 'a', late)).toMatchObject({ added: 300, left: { time: 100 } })
    expect(one.send(500, 'a', { ...late, seq: 2 })).toEqual({ refusal: 'course.takenOver' })
    const more = { sessionNo: 1, seq: 3, intervals: [[300, 600]] as Ranges }
    expect(one.send(600, 'a', more)).toMatchObject({ added: 100, left: { time: 0 } })
    expect(one.send(900, 'a', { ...more, seq: 4 })).toEqual({ refusal: 'course.takenOver' })
    // the page that took over has lost nothing by it
    expect(one.send(900, 'b', { sessionNo: 2, seq: 1, intervals: [[0, 500]] })).toMatchObject({
      added: 500,
    })
  })
})

describe('what a session that was taken over had told before its turn', () => {
  it('is credited with the late beat that fills the gap, from the time that was its own', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    // all at once from a page that goes away: the first is late
    for (const seq of [2, 3])
      one.send(600, 'a', { sessionNo: 1, seq, intervals: [[(seq - 1) * 150, seq * 150]] })
    one.send(610, 'b', { sessionNo: 2, seq: 0 })
    const late = { sessionNo: 1, seq: 1, intervals: [[0, 100]] as Ranges }
    expect(one.send(700, 'a', late)).toMatchObject({
      added: 100,
      left: { time: 510, held: [[150, 450]] },
    })
    const rest = { ...late, seq: 4, intervals: [[100, 150]] as Ranges }
    expect(one.send(800, 'a', rest)).toMatchObject({ added: 350, left: { time: 160, held: [] } })
    expect(one.progress()).toMatchObject({ covered: [[0, 450]], resume: 450 })
    expect(one.progress('b').covered).toEqual([])
  })

  it('earns no more than the time it had left', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(200, 'a', { sessionNo: 1, seq: 2, intervals: [[150, 4000]] })
    one.send(200, 'b', { sessionNo: 2, seq: 0 })
    expect(one.send(900, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 150]] })).toMatchObject({
      added: 200,
      left: { time: 0 },
    })
  })
})

describe('after the end of study', () => {
  it('credits what was watched before it, and nothing of the time after it', () => {
    const one = desk(9000, { end: 1000 })
    one.send(400, 'a', { sessionNo: 1, seq: 0 })
    const beats = (seq: number, from: number, to: number) =>
      one.send(5000 + seq, 'a', { sessionNo: 1, seq, intervals: [[from, to]] })
    expect(beats(1, 0, 400)).toMatchObject({ added: 400, presence: null })
    // six tenths of a minute and the one grace: 600 + 50
    expect(beats(2, 400, 900)).toMatchObject({ added: 250 })
    expect(beats(3, 900, 1000)).toEqual({ refusal: 'course.studyClosed' })
    expect(one.send(9000, 'a', { sessionNo: 2, seq: 0 })).toEqual({
      refusal: 'course.studyClosed',
    })
  })

  it('leaves a session that another course takes over then only the time until the end', () => {
    const one = desk(9000, { end: 1000 })
    one.send(400, 'a', { sessionNo: 1, seq: 0 })
    one.send(3000, 'b', { sessionNo: 2, seq: 0 })
    expect(one.send(3010, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 2600]] })).toMatchObject({
      added: 600,
      left: { time: 0 },
    })
    expect(one.send(3100, 'b', { sessionNo: 2, seq: 1, intervals: [[0, 900]] })).toMatchObject({
      added: 150,
    })
  })
})
