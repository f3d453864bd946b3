import { queryOptions } from '@tanstack/react-query'
import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadPage,
  useStaffWrite,
} from '../staff-call.ts'

export type Board = StaffOutput<'POST /exam/v1/board'>
export type Seat = Board['list'][number]
export type Decision = StaffOutput<'GET /exam/v1/decisions'>['list'][number]
export type DecisionKind = Decision['kind']
export type Appeal = StaffOutput<'GET /exam/v1/appeals'>['list'][number]
export type ExtraTime = StaffOutput<'POST /exam/v1/extra_times'>['list'][number]
export type Rehearsal = StaffOutput<'POST /exam/v1/rehearsals'>['list'][number]
export type RehearsalLevel = Rehearsal['camera']

const boardMs = 10_000

/** Running ones are renewed by themselves: whoever watches a room sees it as it is. */
export const boardQuery = (input: StaffInput<'POST /exam/v1/board'>) =>
  queryOptions({
    ...staffReadPage('POST /exam/v1/board', input),
    refetchInterval: input.state === 'ENDED' ? false : boardMs,
  })

/** A page of what was asked and decided about sittings. */
export const decisionsQuery = (input: StaffInput<'GET /exam/v1/decisions'>) =>
  staffReadPage('GET /exam/v1/decisions', input)

/** What a decision would bring with it, as everything stands now. */
export const consequencesQuery = (input: StaffInput<'GET /exam/v1/consequences'>) =>
  queryOptions({ ...staffRead('GET /exam/v1/consequences', input), staleTime: 0 })

/** A page, newest first. */
export const appealsQuery = (input: StaffInput<'GET /exam/v1/appeals'>) =>
  staffReadPage('GET /exam/v1/appeals', input)

/** Looked at once: each look is written down. */
export const appealedPaperQuery = (attemptId: string) =>
  queryOptions({
    ...staffRead('POST /exam/v1/appealed_paper', { attemptId }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A page of students with extra time. */
export const extraTimesQuery = (input: StaffInput<'POST /exam/v1/extra_times'>) =>
  staffReadPage('POST /exam/v1/extra_times', input)

/** A page, each student's last rehearsal. */
export const rehearsalsQuery = (input: StaffInput<'POST /exam/v1/rehearsals'>) =>
  staffReadPage('POST /exam/v1/rehearsals', input)

export type Regrade = StaffOutput<'GET /exam/v1/regrades'>['list'][number]
export type RegradeKind = Regrade['kind']
export type RegradePreview = StaffOutput<'POST /exam/v1/preview_regrade'>
export type RegradedPaper = StaffOutput<'GET /exam/v1/regraded_papers'>['list'][number]
export type RegradeOutcome = NonNullable<RegradedPaper['outcome']>
export type HeldPapers = StaffOutput<'GET /exam/v1/held_papers'>
export type ChangedQuestion = StaffOutput<'GET /exam/v1/changed_questions'>['list'][number]

/** How many papers hold a question. */
export const heldPapersQuery = (questionId: string) =>
  staffRead('GET /exam/v1/held_papers', { questionId })

export const changedQuestionsQuery = () => staffRead('GET /exam/v1/changed_questions', {})

/** Worked out anew each time; nothing is written. */
export const regradePreviewQuery = (input: StaffInput<'POST /exam/v1/preview_regrade'>) =>
  staffReadPage('POST /exam/v1/preview_regrade', input)

const workingMs = 2000

export const regradesQuery = (input: StaffInput<'GET /exam/v1/regrades'>) =>
  queryOptions({
    ...staffReadPage('GET /exam/v1/regrades', input),
    refetchInterval: ({ state: { data } }) =>
      data?.list.some(({ state }) => state === 'RUNNING') ? workingMs : false,
  })

/** Renewed by itself while the job works. */
export const regradeQuery = (id: string) =>
  queryOptions({
    ...staffRead('GET /exam/v1/regrade', { id }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'RUNNING' ? workingMs : false),
  })

export const regradedPapersQuery = (input: StaffInput<'GET /exam/v1/regraded_papers'>) =>
  staffReadPage('GET /exam/v1/regraded_papers', input)

/** the forms show what went wrong themselves */
const quiet = { quiet: true }
const ofSittings = [
  'POST /exam/v1/board',
  'GET /exam/v1/decisions',
  'GET /exam/v1/appeals',
  'GET /exam/v1/consequences',
] as const

/** More time, a void or a reset: asked by one, decided by another. */
export const useAskDecision = () => useStaffWrite('POST /exam/v1/ask', ofSittings, quiet)
/** The second person's: a yes takes effect at once. */
export const useDecide = () => useStaffWrite('POST /exam/v1/decide', ofSittings, quiet)
/** One's own, while nobody has decided. */
export const useWithdrawDecision = () => useStaffWrite('POST /exam/v1/withdraw', ofSittings)
/** With what follows: a request that a second person decides, a question to look at, or why nothing does. */
export const useAnswerAppeal = () => useStaffWrite('POST /exam/v1/answer_appeal', ofSittings, quiet)
/** A share of the time, of every exam from now on; 0 takes it back. */
export const useSetExtraTime = () =>
  useStaffWrite('POST /exam/v1/set_extra_time', ['POST /exam/v1/extra_times'], quiet)

const ofRegrades = [
  'GET /exam/v1/regrades',
  'GET /exam/v1/regrade',
  'GET /exam/v1/regraded_papers',
  'GET /exam/v1/changed_questions',
  'GET /exam/v1/held_papers',
] as const

/** What was previewed; a colleague has to agree. */
export const useProposeRegrade = () =>
  useStaffWrite('POST /exam/v1/propose_regrade', ofRegrades, quiet)
/** The second person's: a yes begins the work. */
export const useDecideRegrade = () =>
  useStaffWrite('POST /exam/v1/decide_regrade', ofRegrades, quiet)
export const useWithdrawRegrade = () => useStaffWrite('POST /exam/v1/withdraw_regrade', ofRegrades)
/** What failed, now. */
export const useRetryRegrade = () => useStaffWrite('POST /exam/v1/retry_regrade', ofRegrades)
/** The preview as a workbook. */
export const useExportRegrade = () => useStaffWrite('POST /exam/v1/export_regrade', [])
/** No paper of a changed question is marked anew, and why. */
export const useSettleQuestion = () =>
  useStaffWrite('POST /exam/v1/settle_question', ofRegrades, quiet)
