import { queryOptions } from '@tanstack/react-query'
import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffRead, staffReadPage, staffReadToEdit, useStaffWrite } from '../staff-call.ts'

export type PosterSummary = StaffOutput<'GET /poster/v1/list'>['list'][number]
export type PosterState = PosterSummary['state']
export type Poster = StaffOutput<'GET /poster/v1/info'>
export type PosterContent = StaffInput<'POST /poster/v1/save'>['content']
export type ShownPosterContent = Poster['content']
export type PosterBatchOutcome = StaffOutput<'POST /poster/v1/publish_batch'>
export type PosterRevisionRow = StaffOutput<'GET /poster/v1/revisions'>[number]
export type PosterPreview = StaffOutput<'GET /poster/v1/preview'>

export const posterListQuery = (input: StaffInput<'GET /poster/v1/list'>) => staffReadPage('GET /poster/v1/list', input)

/** The item is removed from the cache with its page and not refetched during editing. */
export const posterQuery = (id: string) => staffReadToEdit('GET /poster/v1/info', { id })

export const posterRevisionsQuery = (id: string) => staffRead('GET /poster/v1/revisions', { id })

export const posterPreviewQuery = (id: string, no?: number) =>
  queryOptions({
    ...staffRead('GET /poster/v1/preview', { id, ...(no === undefined ? {} : { no }) }),
    staleTime: 0,
  })

const renewed = ['GET /poster/v1/list', 'GET /poster/v1/revisions'] as const
/** The editor and its dialogs show errors themselves. */
const quiet = { quiet: true }

export const useCreatePoster = () => useStaffWrite('POST /poster/v1/create', renewed, quiet)
/** Saving adds a revision; readers still see the published one. */
export const useSavePoster = () => useStaffWrite('POST /poster/v1/save', renewed, quiet)
/** Publishes the newest revision, now or at a set time. */
export const usePublishPoster = () => useStaffWrite('POST /poster/v1/publish', renewed, quiet)
/** A withdrawn item stays in the console. */
export const useWithdrawPoster = () => useStaffWrite('POST /poster/v1/withdraw', renewed, quiet)
export const usePinPoster = () => useStaffWrite('POST /poster/v1/pin', renewed, quiet)
/** Only a draft that was never published can be removed. */
export const useRemovePoster = () => useStaffWrite('POST /poster/v1/remove', renewed, quiet)
export const useRestorePoster = () => useStaffWrite('POST /poster/v1/restore', renewed, quiet)
/** A failed item does not affect the others of the batch. */
export const usePublishPosters = () => useStaffWrite('POST /poster/v1/publish_batch', renewed, quiet)
export const useWithdrawPosters = () => useStaffWrite('POST /poster/v1/withdraw_batch', renewed, quiet)
export const useRemovePosters = () => useStaffWrite('POST /poster/v1/remove_batch', renewed, quiet)
