import { type CallOptions, call, type Input } from './call.ts'
import { read } from './query.ts'
import { upload } from './upload.ts'

type ExamOf = Input<'GET /exam/v1/info'>

/** Rules, state and earlier sittings; asking changes nothing. */
export const examInfoQuery = (exam: ExamOf) => read('GET /exam/v1/info', exam)

/** Agrees to the text of a version; the page says itself when it was refused. */
export const giveConsent = (input: Input<'POST /exam/v1/consent'>) =>
  call('POST /exam/v1/consent', input, { quiet: true })
/** Starts or resumes the attempt: on a click, never from a cache. */
export const startExam = (exam: ExamOf) => call('GET /exam/v1/start', exam)
/** Saving, submitting and capturing show their own state in the exam: failures are quiet. */
export const saveAnswer = (input: Input<'POST /exam/v1/save_answer'>, options: CallOptions = {}) =>
  call('POST /exam/v1/save_answer', input, { quiet: true, ...options })
/** The last save and the end in one; a repeat answers the same result. */
export const submitExam = (input: Input<'POST /exam/v1/submit_exam'>, options: CallOptions = {}) =>
  call('POST /exam/v1/submit_exam', input, { quiet: true, ...options })
/** Answers sealed at the bell while the server was out of reach (docs/exam-offline.md). */
export const submitSealed = (
  input: Input<'POST /exam/v1/submit_sealed'>,
  options: CallOptions = {},
) => call('POST /exam/v1/submit_sealed', input, { quiet: true, ...options })
/** A sign of life: the server's time, a deadline that may have moved, and the next time beacon. */
export const beatExam = (input: Input<'POST /exam/v1/heartbeat'>, options: CallOptions = {}) =>
  call('POST /exam/v1/heartbeat', input, { quiet: true, ...options })
/** Once per sitting that has ended. */
export const appealExam = (input: Input<'POST /exam/v1/appeal'>) =>
  call('POST /exam/v1/appeal', input, { quiet: true })

/** The last rehearsal, on whatever device; `last` is null before the first. */
export const rehearsalQuery = () => read('GET /exam/v1/rehearsal', {})
/** A round trip like a saved answer's; nothing stays of it. */
export const rehearseSave = (input: Input<'POST /exam/v1/rehearse_save'>) =>
  call('POST /exam/v1/rehearse_save', input, { quiet: true })
/** A sample sent as an exam's pictures are; the server lets it go at once. */
export const rehearseUpload = (sample: Blob) =>
  upload(sample, 'REHEARSAL', { name: 'sample.jpg', quiet: true })
/** What the rehearsal found, for the exam room to see. */
export const keepRehearsal = (input: Input<'POST /exam/v1/rehearse'>) =>
  call('POST /exam/v1/rehearse', input, { quiet: true })

/** A picture, or why there is none: either way it is answered for. */
export const examCapture = (input: Input<'POST /exam/v1/exam_capture'>) =>
  call('POST /exam/v1/exam_capture', input, { quiet: true })

/** What a finished attempt makes stale. */
export const examReads = [
  'GET /exam/v1/info',
  'GET /course/v1/my_course',
  'GET /course/v1/learn_course_detail',
  'GET /course/v1/my_anlysis',
  'GET /course/v1/year_plan',
  'GET /certification_grant/v1/query',
  'GET /certification_grant/v1/ledger',
] as const

/** An ended attempt does not change any more: its pages need not be asked for twice. */
export const examReviewQuery = (attemptId: string) => ({
  ...read('GET /exam/v1/review', { attemptId }),
  staleTime: 300_000,
})
/** The numbered log its receipt is computed over; of an ended attempt, so asked once. */
export const answerLogQuery = (attemptId: string) => ({
  ...read('GET /exam/v1/answer_log', { attemptId }),
  staleTime: 300_000,
})
