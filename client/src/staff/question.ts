import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadPage,
  staffReadToEdit,
  useStaffWrite,
} from '../staff-call.ts'

export type QuestionHead = StaffOutput<'GET /question/v1/list'>['list'][number]
export type Question = StaffOutput<'GET /question/v1/info'>
export type QuestionShown = Question['content']
export type QuestionFinding = Question['findings'][number]
export type QuestionStatistics = Question['statistics']
export type QuestionContent = StaffInput<'POST /question/v1/save'>['content']
export type QuestionType = QuestionContent['type']
export type QuestionFilter = Omit<StaffInput<'GET /question/v1/list'>, 'page' | 'pageSize'>
export type Bank = StaffOutput<'GET /question/v1/banks'>[number]
export type ExportFormat = StaffInput<'POST /question/v1/export'>['format']

/** Each course's questions by type, and whether they are enough for its papers. */
export const banksQuery = () => staffRead('GET /question/v1/banks', {})

/** A page, highest number first. */
export const questionListQuery = (input: StaffInput<'GET /question/v1/list'>) =>
  staffReadPage('GET /question/v1/list', input)

/** Never renewed by itself under somebody who is editing it, and forgotten with the page. */
export const questionQuery = (id: string) => staffReadToEdit('GET /question/v1/info', { id })

/** the open question itself is fetched anew by its page, which knows what is unsaved */
const renewed = ['GET /question/v1/list', 'GET /question/v1/banks'] as const
/** the forms show what went wrong themselves */
const quiet = { quiet: true }

/** Papers that are drawn keep the words they have. */
export const useSaveQuestion = () => useStaffWrite('POST /question/v1/save', renewed, quiet)
/** A bank must keep enough for its papers. */
export const useEnableQuestions = () => useStaffWrite('POST /question/v1/enable', renewed, quiet)
/** It is right as it is, for a reason. */
export const useAcceptFinding = () =>
  useStaffWrite('POST /question/v1/accept_finding', renewed, quiet)
/** One course's, with the right answers, as a file. */
export const useExportQuestions = () => useStaffWrite('POST /question/v1/export', [], quiet)
