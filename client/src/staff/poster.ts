import { queryOptions } from '@tanstack/react-query'
import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadPage,
  staffReadToEdit,
  useStaffWrite,
} from '../staff-call.ts'

export type PosterHead = StaffOutput<'GET /poster/v1/list'>['list'][number]
export type PosterState = PosterHead['state']
export type Poster = StaffOutput<'GET /poster/v1/info'>
export type PosterContent = StaffInput<'POST /poster/v1/save'>['content']
export type PosterContentShown = Poster['content']
export type BatchResult = StaffOutput<'POST /poster/v1/publish_batch'>
export type Revision = StaffOutput<'GET /poster/v1/revisions'>[number]
export type PosterPreview = StaffOutput<'GET /poster/v1/preview'>

/** A page, in whatever state. */
export const posterListQuery = (input: StaffInput<'GET /poster/v1/list'>) =>
  staffReadPage('GET /poster/v1/list', input)

/** The newest revision; never renewed by itself under somebody who is editing it, and forgotten with the page. */
export const posterQuery = (id: string) => staffReadToEdit('GET /poster/v1/info', { id })

/** Every saved one, newest first. */
export const revisionsQuery = (id: string) => staffRead('GET /poster/v1/revisions', { id })

/** One revision as readers would see it; the newest without a number. */
export const previewQuery = (id: string, no?: number) =>
  queryOptions({
    ...staffRead('GET /poster/v1/preview', { id, ...(no === undefined ? {} : { no }) }),
    staleTime: 0,
  })

/** the open item itself is fetched anew by its editor, which knows what is unsaved */
const renewed = ['GET /poster/v1/list', 'GET /poster/v1/revisions'] as const
/** the editor and its dialogs show what went wrong themselves */
const quiet = { quiet: true }

/** A draft; readers see nothing of it. */
export const useCreatePoster = () => useStaffWrite('POST /poster/v1/create', renewed, quiet)
/** A revision more; readers go on seeing what is published. */
export const useSavePoster = () => useStaffWrite('POST /poster/v1/save', renewed, quiet)
/** The newest revision, now or at a set time. */
export const usePublishPoster = () => useStaffWrite('POST /poster/v1/publish', renewed, quiet)
/** Readers do not see it any more; it stays here. */
export const useWithdrawPoster = () => useStaffWrite('POST /poster/v1/withdraw', renewed, quiet)
/** On top of its category, or no longer. */
export const usePinPoster = () => useStaffWrite('POST /poster/v1/pin', renewed, quiet)
/** Of a draft that was never published. */
export const useRemovePoster = () => useStaffWrite('POST /poster/v1/remove', renewed, quiet)
/** An old revision as the newest one. */
export const useRestorePoster = () => useStaffWrite('POST /poster/v1/restore', renewed, quiet)
/** An answer for each: one that cannot be does not hinder the others. */
export const usePublishBatch = () => useStaffWrite('POST /poster/v1/publish_batch', renewed, quiet)
/** An answer for each, as of usePublishBatch. */
export const useWithdrawBatch = () =>
  useStaffWrite('POST /poster/v1/withdraw_batch', renewed, quiet)
/** Of drafts that were never published; an answer for each. */
export const useRemoveBatch = () => useStaffWrite('POST /poster/v1/remove_batch', renewed, quiet)
