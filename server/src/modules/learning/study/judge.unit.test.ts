import { describe, expect, it } from 'vitest'
import { simulateHeartbeats } from '../../../../test/factories/study-desk.ts'
import type { StudyHeartbeat } from './clock.ts'
import type { Ranges } from './ranges.ts'

describe('credit of heartbeats', () => {
  it('each second is credited once, and a student gets the five seconds of grace only once', () => {
    const one = simulateHeartbeats()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    expect(one.send(150, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 200]] })).toMatchObject({
      added: 200,
    })
    expect(one.send(300, 'a', { sessionNo: 1, seq: 2, intervals: [[100, 400]] })).toMatchObject({
      added: 150,
    })
    expect(one.clock()).toMatchObject({ allowance: 0, grace: 0, held: [[350, 400]] })
  })

  it('ranges after a gap are pending, and are credited when the gap is filled', () => {
    const one = simulateHeartbeats()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(150, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 150]] })
    expect(one.send(450, 'a', { sessionNo: 1, seq: 3, intervals: [[300, 450]] })).toMatchObject({
      added: 0,
      progress: { furthest: 150, resume: 150 },
    })
    expect(one.send(451, 'a', { sessionNo: 1, seq: 2, intervals: [[150, 300]] })).toMatchObject({
      added: 300,
      progress: { covered: [[0, 450]], furthest: 450, resume: 450 },
    })
  })

  it('a lesson is done at 95 percent of coverage and can then be watched in any order', () => {
    const one = simulateHeartbeats()
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

  it('coverage made of many forged ranges is limited to 300 ranges, which join when the gaps are filled', () => {
    const one = simulateHeartbeats(100_000)
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    for (let seq = 1; seq <= 500; seq += 1)
      one.send(seq * 20, 'a', { sessionNo: 1, seq, intervals: [[seq * 10, seq * 10 + 1]] })
    expect(one.progress().covered).toHaveLength(300)
    one.send(20_000, 'a', { sessionNo: 1, seq: 501, intervals: [[0, 3100]] })
    expect(one.progress().covered.length).toBeLessThan(5)
  })

  it('impossible heartbeats are refused', () => {
    const one = simulateHeartbeats()
    const key = (beat: Partial<StudyHeartbeat>, seq = 1) => one.send(10, 'a', { sessionNo: 1, seq, ...beat })
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

describe('play sessions and allowance', () => {
  it('a new session does not inherit the allowance, and ending a session discards it', () => {
    const one = simulateHeartbeats()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(1000, 'b', { sessionNo: 2, seq: 0 })
    expect(one.send(1010, 'b', { sessionNo: 2, seq: 1, intervals: [[0, 900]] })).toMatchObject({
      added: 60,
    })
    one.send(2000, 'b', { sessionNo: 2, seq: 2, event: 'end' })
    expect(one.clock()).toMatchObject({ sessionNo: null, allowance: 0, held: [] })
  })

  it('pending ranges of one lesson never credit another', () => {
    const one = simulateHeartbeats()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
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

  it('the time until the next presence check does not start again with a new session', () => {
    const one = simulateHeartbeats(9000)
    for (let no = 1; no <= 3; no += 1) one.send(no * 2000, 'a', { sessionNo: no, seq: 0 })
    expect(one.clock().presenceLeft).toBe(5000)
  })
})

describe('resume point of a lesson', () => {
  it('late ranges move the resume point forward unless the student has moved to another position', () => {
    const one = simulateHeartbeats()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(300, 'a', { sessionNo: 2, seq: 0 })
    one.send(310, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 200]] })
    expect(one.progress()).toMatchObject({ covered: [[0, 200]], resume: 200 })
    one.send(320, 'a', { sessionNo: 2, seq: 1, event: 'seek', position: 50 })
    one.send(330, 'a', { sessionNo: 1, seq: 2, intervals: [[200, 280]] })
    expect(one.progress()).toMatchObject({ covered: [[0, 280]], resume: 50 })
  })
})

describe('presence checks', () => {
  const opened = () => {
    const one = simulateHeartbeats(1000)
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    return one
  }

  it('a presence check is announced early, stops the allowance when due and gives the time back when confirmed', () => {
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

  it('after a missed presence check only the remaining allowance counts, until a new start', () => {
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

  // See decision 039. The page's clock is half a second ahead, and the student reacts in 0.4 s.
  it('a presence answer faster than a person can react is refused, and is accepted at the right time', () => {
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

  it('an answer to a presence check that was not asked is refused', () => {
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

/** See decision 053. */
describe('presence check due during silence', () => {
  function silence(heardAt: number, until: number) {
    const one = simulateHeartbeats(1000)
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(heardAt, 'a', { sessionNo: 1, seq: 1, intervals: [[0, heardAt]] })
    const { presenceId } = one.clock()
    let seq = 1
    const send = (now: number, beat: Partial<StudyHeartbeat> = {}) => {
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
  ])('a missed presence check is asked when the session reports again: %s', (_why, heardAt, due) => {
    const { one, back, answer } = silence(heardAt, 5000)
    // A minute is left to answer; until then nothing after the due moment counts.
    expect(back).toMatchObject({ presence: { due, answerBy: due + 610 } })
    expect(one.progress().furthest).toBe(1050)
    answer(5100)
    expect(one.progress().furthest).toBe(5000)
    expect(one.clock()).toMatchObject({ presenceLate: 0, allowance: 150, grace: 0 })
  })

  it('an answer to a rescheduled presence check is refused if it comes too early for a person', () => {
    const { one, answer } = silence(90, 5000)
    expect(answer(5000)).toEqual({ refusal: 'course.presenceEarly' })
    expect(answer(5008)).toEqual({ refusal: 'course.presenceEarly' })
    answer(5009)
    expect(one.progress().furthest).toBe(5000)
  })

  it('a presence answer given offline is accepted although the check arrives with it', () => {
    const one = simulateHeartbeats(1000)
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(990, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 990]] })
    const { presenceId } = one.clock()
    const late = { sessionNo: 1, seq: 2, event: 'presence' as const, presenceId }
    expect(one.send(5000, 'a', { ...late, intervals: [[990, 1050]] })).toMatchObject({ added: 60 })
  })

  it('an offline presence answer is accepted if the check was announced long before the silence', () => {
    const one = simulateHeartbeats(1000)
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    const told = one.send(400, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 400]] })
    const presenceId = 'presence' in told ? told.presence?.id : undefined
    const late = { sessionNo: 1, seq: 2, event: 'presence' as const, presenceId }
    one.send(1300, 'a', late)
    expect(one.clock()).toMatchObject({ presenceLate: 0, allowance: 900 })
    expect(one.clock().presenceId).not.toBe(presenceId)
  })

  it('an unanswered presence check after silence credits nothing and is not asked again', () => {
    const { one, send, answer } = silence(600, 5000)
    send(5300, { intervals: [[5000, 5300]] })
    expect(answer(5611)).toEqual({ refusal: 'course.presenceExpired' })
    expect(send(9000, { intervals: [[5300, 5600]] })).toEqual({ refusal: 'course.presenceExpired' })
    expect(one.progress().furthest).toBe(1050)
  })

  it('after a silence, an answer to a presence check credits at most twelve minutes after the check was due', () => {
    const { one, answer } = silence(600, 90_000)
    answer(90_100)
    expect(one.clock()).toMatchObject({ accruedAt: 90_100, credited: 5500 })
    expect(one.clock().credited + one.clock().allowance).toBeLessThanOrEqual(1000 + 50 + 7200)
  })

  it('a presence check is asked at once if its session sent heartbeats in time', () => {
    const { one, back } = silence(900, 1200)
    expect(back).toMatchObject({ presence: { due: 1000, answerBy: 1610 } })
    expect(one.clock().presenceLate).toBe(0)
  })
})

describe('session after a takeover', () => {
  it('a session taken over is credited once for what it had watched, from its own allowance', () => {
    const one = simulateHeartbeats()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(400, 'b', { sessionNo: 2, seq: 0 })
    const late = { sessionNo: 1, seq: 1, intervals: [[0, 300]] as Ranges }
    expect(one.send(500, 'a', late)).toMatchObject({ added: 300, left: { time: 100 } })
    expect(one.send(500, 'a', { ...late, seq: 2 })).toEqual({ refusal: 'course.takenOver' })
    const more = { sessionNo: 1, seq: 3, intervals: [[300, 600]] as Ranges }
    expect(one.send(600, 'a', more)).toMatchObject({ added: 100, left: { time: 0 } })
    expect(one.send(900, 'a', { ...more, seq: 4 })).toEqual({ refusal: 'course.takenOver' })
    expect(one.send(900, 'b', { sessionNo: 2, seq: 1, intervals: [[0, 500]] })).toMatchObject({
      added: 500,
    })
  })
})

describe('pending ranges of a session taken over', () => {
  it('a late heartbeat fills the gap and credits pending ranges from the time left to its session', () => {
    const one = simulateHeartbeats()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    for (const seq of [2, 3]) one.send(600, 'a', { sessionNo: 1, seq, intervals: [[(seq - 1) * 150, seq * 150]] })
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

  it('pending ranges of a session taken over earn at most its remaining time', () => {
    const one = simulateHeartbeats()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(200, 'a', { sessionNo: 1, seq: 2, intervals: [[150, 4000]] })
    one.send(200, 'b', { sessionNo: 2, seq: 0 })
    expect(one.send(900, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 150]] })).toMatchObject({
      added: 200,
      left: { time: 0 },
    })
  })
})

describe('heartbeats after the end of study', () => {
  it('heartbeats after the end of study credit only what was watched before it', () => {
    const one = simulateHeartbeats(9000, { end: 1000 })
    one.send(400, 'a', { sessionNo: 1, seq: 0 })
    const beats = (seq: number, from: number, to: number) =>
      one.send(5000 + seq, 'a', { sessionNo: 1, seq, intervals: [[from, to]] })
    expect(beats(1, 0, 400)).toMatchObject({ added: 400, presence: null })
    // 60 seconds of time plus the grace give 600 + 50 tenths.
    expect(beats(2, 400, 900)).toMatchObject({ added: 250 })
    expect(beats(3, 900, 1000)).toEqual({ refusal: 'course.studyClosed' })
    expect(one.send(9000, 'a', { sessionNo: 2, seq: 0 })).toEqual({
      refusal: 'course.studyClosed',
    })
  })

  it('a session taken over after the end of study keeps only the time until that end', () => {
    const one = simulateHeartbeats(9000, { end: 1000 })
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
