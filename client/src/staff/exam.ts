import { queryOptions } from '@tanstack/react-query'
import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffRead, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type ExamBoardData = StaffOutput<'POST /exam/v1/board'>
export type ExamBoardRow = ExamBoardData['list'][number]
export type AttemptDecision = StaffOutput<'GET /exam/v1/decisions'>['list'][number]
export type AttemptDecisionKind = AttemptDecision['kind']
export type ExamAppealRow = StaffOutput<'GET /exam/v1/appeals'>['list'][number]
export type ExtraTime = StaffOutput<'POST /exam/v1/extra_times'>['list'][number]
export type ExamRehearsalRow = StaffOutput<'POST /exam/v1/rehearsals'>['list'][number]
export type RehearsalLevel = ExamRehearsalRow['camera']

const boardMs = 10_000

/** The exam board is refetched while attempts run. */
export const examBoardQuery = (input: StaffInput<'POST /exam/v1/board'>) =>
  queryOptions({
    ...staffReadPage('POST /exam/v1/board', input),
    refetchInterval: input.state === 'ENDED' ? false : boardMs,
  })

export const attemptDecisionsQuery = (input: StaffInput<'GET /exam/v1/decisions'>) =>
  staffReadPage('GET /exam/v1/decisions', input)

/** Consequences that a decision would have at this moment. */
export const decisionConsequencesQuery = (input: StaffInput<'GET /exam/v1/consequences'>) =>
  queryOptions({ ...staffRead('GET /exam/v1/consequences', input), staleTime: 0 })

export const examAppealsQuery = (input: StaffInput<'GET /exam/v1/appeals'>) =>
  staffReadPage('GET /exam/v1/appeals', input)

/** The paper is not cached, because each view is audited. */
export const appealedPaperQuery = (attemptId: string) =>
  queryOptions({
    ...staffRead('POST /exam/v1/appealed_paper', { attemptId }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const extraTimesQuery = (input: StaffInput<'POST /exam/v1/extra_times'>) =>
  staffReadPage('POST /exam/v1/extra_times', input)

/** The latest rehearsal of each student. */
export const examRehearsalsQuery = (input: StaffInput<'POST /exam/v1/rehearsals'>) =>
  staffReadPage('POST /exam/v1/rehearsals', input)

export type Regrade = StaffOutput<'GET /exam/v1/regrades'>['list'][number]
export type RegradeKind = Regrade['kind']
export type RegradePreview = StaffOutput<'POST /exam/v1/preview_regrade'>
export type RegradedPaper = StaffOutput<'GET /exam/v1/regraded_papers'>['list'][number]
export type RegradeOutcome = NonNullable<RegradedPaper['outcome']>
export type PapersWithQuestion = StaffOutput<'GET /exam/v1/held_papers'>
export type ChangedQuestion = StaffOutput<'GET /exam/v1/changed_questions'>['list'][number]

export const papersWithQuestionQuery = (questionId: string) => staffRead('GET /exam/v1/held_papers', { questionId })

export const changedQuestionsQuery = () => staffRead('GET /exam/v1/changed_questions', {})

/** The preview is computed again each time; nothing is written. */
export const regradePreviewQuery = (input: StaffInput<'POST /exam/v1/preview_regrade'>) =>
  staffReadPage('POST /exam/v1/preview_regrade', input)

const workingMs = 2000

export const regradesQuery = (input: StaffInput<'GET /exam/v1/regrades'>) =>
  queryOptions({
    ...staffReadPage('GET /exam/v1/regrades', input),
    refetchInterval: ({ state: { data } }) => (data?.list.some(({ state }) => state === 'RUNNING') ? workingMs : false),
  })

export const regradeQuery = (id: string) =>
  queryOptions({
    ...staffRead('GET /exam/v1/regrade', { id }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'RUNNING' ? workingMs : false),
  })

export const regradedPapersQuery = (input: StaffInput<'GET /exam/v1/regraded_papers'>) =>
  staffReadPage('GET /exam/v1/regraded_papers', input)

const quiet = { quiet: true }
const ofSittings = [
  'POST /exam/v1/board',
  'GET /exam/v1/decisions',
  'GET /exam/v1/appeals',
  'GET /exam/v1/consequences',
] as const

/** Proposes a decision on an attempt. Another person approves or rejects the proposal. */
export const useProposeAttemptDecision = () => useStaffWrite('POST /exam/v1/ask', ofSittings, quiet)
export const useDecideAttempt = () => useStaffWrite('POST /exam/v1/decide', ofSittings, quiet)
export const useWithdrawAttemptDecision = () => useStaffWrite('POST /exam/v1/withdraw', ofSittings)
/** Answers an appeal with a decision, a question to check, or a reason. */
export const useAnswerAppeal = () => useStaffWrite('POST /exam/v1/answer_appeal', ofSittings, quiet)
export const useSetExtraTime = () => useStaffWrite('POST /exam/v1/set_extra_time', ['POST /exam/v1/extra_times'], quiet)

const ofRegrades = [
  'GET /exam/v1/regrades',
  'GET /exam/v1/regrade',
  'GET /exam/v1/regraded_papers',
  'GET /exam/v1/changed_questions',
  'GET /exam/v1/held_papers',
] as const

export const useProposeRegrade = () => useStaffWrite('POST /exam/v1/propose_regrade', ofRegrades, quiet)
/** Approval by a second person starts the regrade. */
export const useDecideRegrade = () => useStaffWrite('POST /exam/v1/decide_regrade', ofRegrades, quiet)
export const useWithdrawRegrade = () => useStaffWrite('POST /exam/v1/withdraw_regrade', ofRegrades)
/** Retries failed papers of a regrade immediately. */
export const useRetryRegrade = () => useStaffWrite('POST /exam/v1/retry_regrade', ofRegrades)
export const useExportRegrade = () => useStaffWrite('POST /exam/v1/export_regrade', [])
export const useDeclineRegrade = () => useStaffWrite('POST /exam/v1/settle_question', ofRegrades, quiet)
