import { queryOptions } from '@tanstack/react-query'
import { call, type Input, type Output } from './call.ts'
import { inPages } from './pages.ts'
import { read, readLinked, readPage, useWrite } from './query.ts'

export type ReductionHead = Output<'GET /course_reduce/v1/query'>['list'][number]
export type Reduction = Output<'GET /course_reduce/v1/info'>
export type ReductionState = ReductionHead['state']
export type ReductionStep = Reduction['steps'][number]
export type ReductionOffer = Output<'GET /course_reduce/v1/types'>
export type Evidence = Reduction['attachments'][number]

/** Types that may be applied for now, and the years one may apply for. */
export const reductionTypesQuery = () => read('GET /course_reduce/v1/types', {})
/** A page of one's applications, the one that changed last first. */
export const reductionsQuery = (input: Input<'GET /course_reduce/v1/query'>) =>
  readPage('GET /course_reduce/v1/query', input)
/** The same page after page, as far as somebody scrolls. */
export const reductionsInPages = (input: { state?: ReductionState }) =>
  inPages(['GET /course_reduce/v1/query', input], (page, signal) =>
    call('GET /course_reduce/v1/query', { ...input, page, pageSize: 10 }, { signal }),
  )
/** With its evidence, whose links are renewed while the page is open. */
export const reductionQuery = (id: string) => readLinked('GET /course_reduce/v1/info', { id })

/** The same for a form: what is being changed is not fetched anew under the hands, whatever another device has done. */
export const heldReductionQuery = (id: string) =>
  queryOptions({
    ...reductionQuery(id),
    ...{ refetchInterval: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
    // what was shown before may be old
    staleTime: 0,
    meta: { edited: true },
  })

const renewed = ['GET /course_reduce/v1/query', 'GET /course_reduce/v1/info'] as const

/** the form shows what went wrong itself */
export const useSaveReduction = () =>
  useWrite('POST /course_reduce/v1/save', renewed, { quiet: true })
/** Hands in a new one, or what was added to one that was returned. */
export const useSubmitReduction = () =>
  useWrite('POST /course_reduce/v1/submit', renewed, { quiet: true })
/** Possible until it is decided. */
export const useWithdrawReduction = () => useWrite('POST /course_reduce/v1/withdraw', renewed)
