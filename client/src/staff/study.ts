import { queryOptions } from '@tanstack/react-query'
import { type StaffInput, type StaffOutput, staffRead, staffReadPage } from '../staff-call.ts'

export type FoundStudent = StaffOutput<'POST /study/v1/find'>['list'][number]
export type CourseStudy = StaffOutput<'GET /study/v1/course'>

/** @param query a phone, or the id of a sign or sign course */
export const findStudiesQuery = (query: string) => staffRead('POST /study/v1/find', { query })

/** @param id of the sign course */
export const courseStudyQuery = (id: string) => staffRead('GET /study/v1/course', { id })

export const studyRecordQuery = (input: StaffInput<'GET /study/v1/record'>) =>
  queryOptions({
    ...staffReadPage('GET /study/v1/record', input),
    staleTime: 0,
  })
