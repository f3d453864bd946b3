import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffRead, staffReadPage, staffReadToEdit, useStaffWrite } from '../staff-call.ts'

export type QuestionSummary = StaffOutput<'GET /question/v1/list'>['list'][number]
export type Question = StaffOutput<'GET /question/v1/info'>
export type ShownQuestion = Question['content']
export type QuestionFinding = Question['findings'][number]
export type QuestionStatistics = Question['statistics']
export type QuestionContent = StaffInput<'POST /question/v1/save'>['content']
export type QuestionType = QuestionContent['type']
export type QuestionFilter = Omit<StaffInput<'GET /question/v1/list'>, 'page' | 'pageSize'>
export type QuestionBank = StaffOutput<'GET /question/v1/banks'>[number]
export type QuestionExportFormat = StaffInput<'POST /question/v1/export'>['format']

/** The query also tells whether a question bank has enough questions for papers. */
export const questionBanksQuery = () => staffRead('GET /question/v1/banks', {})

export const questionListQuery = (input: StaffInput<'GET /question/v1/list'>) =>
  staffReadPage('GET /question/v1/list', input)

/** The question is removed from the cache with its page and not refetched during editing. */
export const questionQuery = (id: string) => staffReadToEdit('GET /question/v1/info', { id })

/**
 * Calls to refetch after a write. The open question is not in the list, because its own page knows of unsaved changes
 * and refetches the question itself.
 */
const renewed = ['GET /question/v1/list', 'GET /question/v1/banks'] as const
const quiet = { quiet: true }

export const useSaveQuestion = () => useStaffWrite('POST /question/v1/save', renewed, quiet)
/** Enables or disables questions. A question bank must keep enough enabled questions for its papers. */
export const useEnableQuestions = () => useStaffWrite('POST /question/v1/enable', renewed, quiet)
/** Accepts one finding of the question check, with the reason why the question is correct. */
export const useAcceptQuestionFinding = () => useStaffWrite('POST /question/v1/accept_finding', renewed, quiet)
export const useExportQuestions = () => useStaffWrite('POST /question/v1/export', [], quiet)
