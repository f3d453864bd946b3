import { queryOptions } from '@tanstack/react-query'
import { type ClientInput, type ClientOutput, callClient } from './call.ts'
import { pagedQuery } from './pages.ts'
import { read, readLinked, readPage, useWrite } from './query.ts'

export type ReductionSummary = ClientOutput<'GET /course_reduce/v1/query'>['list'][number]
export type Reduction = ClientOutput<'GET /course_reduce/v1/info'>
export type ReductionState = ReductionSummary['state']
export type ReductionStep = Reduction['steps'][number]
export type ReductionTypesData = ClientOutput<'GET /course_reduce/v1/types'>
export type ReductionEvidence = Reduction['attachments'][number]

export const reductionTypesQuery = () => read('GET /course_reduce/v1/types', {})
export const reductionsQuery = (input: ClientInput<'GET /course_reduce/v1/query'>) =>
  readPage('GET /course_reduce/v1/query', input)
export const pagedReductionsQuery = (input: { state?: ReductionState }) =>
  pagedQuery(['GET /course_reduce/v1/query', input], (page, signal) =>
    callClient('GET /course_reduce/v1/query', { ...input, page, pageSize: 10 }, { signal }),
  )
/** The application is refetched to renew the links of its evidence. */
export const reductionQuery = (id: string) => readLinked('GET /course_reduce/v1/info', { id })

/** Loads an application for editing. It is not refetched by itself, because that would replace the student's input. */
export const reductionFormQuery = (id: string) =>
  queryOptions({
    ...reductionQuery(id),
    ...{ refetchInterval: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
    staleTime: 0,
    meta: { edited: true },
  })

const renewed = ['GET /course_reduce/v1/query', 'GET /course_reduce/v1/info'] as const

/** The form shows its errors itself. */
export const useSaveReduction = () => useWrite('POST /course_reduce/v1/save', renewed, { quiet: true })
export const useSubmitReduction = () => useWrite('POST /course_reduce/v1/submit', renewed, { quiet: true })
/** A student can withdraw an application until the decision. */
export const useWithdrawReduction = () => useWrite('POST /course_reduce/v1/withdraw', renewed)
