import type { Output } from '@ce/client/call.ts'

export type LearnDetail = Output<'GET /course/v1/learn_course_detail'>
export type Lesson = LearnDetail['lessons'][number]
