import { describe, expect, it } from 'vitest'
import {
  type AttemptFacts,
  attemptsLeftOf,
  displayedExamLockOf,
  type ExamFacts,
  examLockOf,
  examStateOf,
  isRoundUsedUp,
  mayReviewAttempt,
  startRefusalKeyOf,
} from './state.ts'

const at = new Date(0)
const failed = (round = 1): AttemptFacts => ({
  round,
  no: 1,
  counts: true,
  submittedAt: at,
  passed: false,
  voidedAt: null,
})
const passed = (round = 1): AttemptFacts => ({ ...failed(round), passed: true })
const voided = (round = 1): AttemptFacts => ({ ...passed(round), voidedAt: at })
const running = (round = 1): AttemptFacts => ({
  ...failed(round),
  submittedAt: null,
  passed: null,
  voidedAt: null,
})

const open: ExamFacts = {
  paid: true,
  studyOpen: true,
  studied: true,
  evaluated: true,
  round: 1,
  attemptsPerRound: 3,
  attempts: [],
}

describe('state of an exam', () => {
  it.each<[string, Partial<ExamFacts>, string, string | null, number]>([
    ['not paid', { paid: false }, 'LOCKED', 'exam.notPaid', 3],
    ['not paid and too late', { paid: false, studyOpen: false }, 'LOCKED', 'exam.notPaid', 3],
    ['too late', { studyOpen: false }, 'LOCKED', 'exam.closed', 3],
    ['not studied', { studied: false }, 'LOCKED', 'exam.notStudied', 3],
    ['not evaluated', { evaluated: false }, 'LOCKED', 'exam.notEvaluated', 3],
    ['open', {}, 'READY', null, 3],
    ['begun', { attempts: [running()] }, 'RUNNING', null, 2],
    ['begun, then too late', { attempts: [running()], studyOpen: false }, 'RUNNING', 'exam.closed', 2],
    ['failed once', { attempts: [failed()] }, 'FAILED', null, 2],
    ['failed, then too late', { attempts: [failed()], studyOpen: false }, 'LOCKED', 'exam.closed', 2],
    ['third running', { attempts: [failed(), failed(), running()] }, 'RUNNING', 'exam.exhausted', 0],
    ['used up', { attempts: [failed(), failed(), failed()] }, 'EXHAUSTED', 'exam.exhausted', 0],
    [
      'studying again',
      { attempts: [failed(), failed(), failed()], round: 2, studied: false },
      'EXHAUSTED',
      'exam.exhausted',
      0,
    ],
    ['studied again', { attempts: [failed(), failed(), failed()], round: 2 }, 'READY', null, 3],
    ['failed again', { attempts: [failed(), failed(), failed(), failed(2)], round: 2 }, 'FAILED', null, 2],
    ['passed', { attempts: [failed(), passed()] }, 'PASSED', 'exam.alreadyPassed', 1],
    ['passed, then too late', { attempts: [passed()], studyOpen: false }, 'PASSED', 'exam.alreadyPassed', 2],
    ['pass voided', { attempts: [voided()] }, 'VOID', null, 2],
    ['pass voided, then too late', { attempts: [voided()], studyOpen: false }, 'VOID', 'exam.closed', 2],
    ['pass voided, then failed', { attempts: [voided(), failed()] }, 'FAILED', null, 1],
    ['pass voided, then passed', { attempts: [voided(), passed()] }, 'PASSED', 'exam.alreadyPassed', 1],
  ])('%s', (_, facts, state, refusal, left) => {
    const all = { ...open, ...facts }
    expect(examStateOf(all)).toBe(state)
    expect(startRefusalKeyOf(all)).toBe(refusal)
    expect(attemptsLeftOf(all)).toBe(left)
  })

  it('the exam state names the first missing condition', () => {
    const nothing = { ...open, paid: false, studied: false, evaluated: false }
    expect(examLockOf(nothing)).toBe('NOT_PAID')
    expect(examLockOf({ ...nothing, paid: true })).toBe('NOT_STUDIED')
    expect(examLockOf({ ...nothing, paid: true, studied: true })).toBe('NOT_EVALUATED')
    expect(examLockOf(open)).toBeNull()
  })

  it('the state after a voided pass names what prevents a new attempt', () => {
    const attempts = [voided()]
    expect(displayedExamLockOf({ ...open, attempts })).toBeNull()
    expect(displayedExamLockOf({ ...open, attempts, studyOpen: false })).toBe('CLOSED')
    expect(displayedExamLockOf({ ...open, attempts, paid: false })).toBe('NOT_PAID')
    expect(displayedExamLockOf({ ...open, attempts, round: 2, studied: false })).toBe('NOT_STUDIED')
    expect(displayedExamLockOf({ ...open, attempts: [failed()], studyOpen: false })).toBe('CLOSED')
    expect(displayedExamLockOf({ ...open, attempts: [passed()], studyOpen: false })).toBeNull()
    expect(displayedExamLockOf({ ...open, attempts: [running()], studyOpen: false })).toBeNull()
  })

  it('requires a new round when all attempts are used without a valid pass', () => {
    expect(isRoundUsedUp({ ...open, attempts: [failed(), failed(), failed()] })).toBe(true)
    expect(isRoundUsedUp({ ...open, attempts: [failed(), failed(), voided()] })).toBe(true)
    expect(isRoundUsedUp({ ...open, attempts: [failed(), failed(), running()] })).toBe(false)
    expect(isRoundUsedUp({ ...open, attempts: [failed(), failed(), passed()] })).toBe(false)
    expect(isRoundUsedUp({ ...open, attempts: [failed(), failed()] })).toBe(false)
  })
})

describe('permission to review an attempt', () => {
  const spent = [failed(), failed(), failed()]
  it.each<[string, AttemptFacts[], boolean]>([
    ['while attempts of its round are left', [failed(), failed()], false],
    ['once its round is spent', spent, true],
    ['not by one that was given back', [failed(), failed(), { ...failed(), counts: false }], false],
    ['not while the next round asks the same bank', [...spent, running(2)], false],
    ['between two sittings of the next round', [...spent, failed(2)], true],
    ['after a pass', [failed(), passed()], true],
    ['not after a pass that was voided', [failed(), voided()], false],
  ])('%s', (_, attempts, may) => {
    expect(mayReviewAttempt({ round: 1 }, { attempts, attemptsPerRound: 3 })).toBe(may)
  })
})
