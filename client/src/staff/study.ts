import { queryOptions } from '@tanstack/react-query'
import { type StaffInput, type StaffOutput, staffRead, staffReadPage } from '../staff-call.ts'

export type FoundLearner = StaffOutput<'POST /study/v1/find'>['list'][number]
export type CourseStudy = StaffOutput<'GET /study/v1/course'>

/** @param query a phone, or the id of a sign or a sign course; nobody found is an empty list */
export const findStudiesQuery = (query: string) => staffRead('POST /study/v1/find', { query })

/** @param id of the sign course */
export const courseStudyQuery = (id: string) => staffRead('GET /study/v1/course', { id })

/** 学时来源 of one lesson; the rows before stay visible while others load. */
export const studyRecordQuery = (input: StaffInput<'GET /study/v1/record'>) =>
  queryOptions({
    ...staffReadPage('GET /study/v1/record', input),
    staleTime: 0,
  })
