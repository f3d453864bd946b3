import { type CallOptions, type ClientInput, callClient } from './call.ts'
import { read } from './query.ts'
import { uploadLearnerFile } from './upload.ts'

type ExamOf = ClientInput<'GET /exam/v1/info'>

export const examInfoQuery = (exam: ExamOf) => read('GET /exam/v1/info', exam)

export const sendExamConsent = (input: ClientInput<'POST /exam/v1/consent'>) =>
  callClient('POST /exam/v1/consent', input, { quiet: true })
/** The call is never cached, because it starts or resumes the attempt. */
export const startExam = (exam: ExamOf) => callClient('GET /exam/v1/start', exam)
/** Quiet, because the exam page shows the state of its calls itself. */
export const saveAnswer = (input: ClientInput<'POST /exam/v1/save_answer'>, options: CallOptions = {}) =>
  callClient('POST /exam/v1/save_answer', input, { quiet: true, ...options })
/** The call includes the last save. A repeat returns the same result. */
export const submitExam = (input: ClientInput<'POST /exam/v1/submit_exam'>, options: CallOptions = {}) =>
  callClient('POST /exam/v1/submit_exam', input, { quiet: true, ...options })
/** Submits answers sealed while the server was out of reach (docs/exam-offline.md). */
export const sendOfflineSubmission = (input: ClientInput<'POST /exam/v1/submit_sealed'>, options: CallOptions = {}) =>
  callClient('POST /exam/v1/submit_sealed', input, { quiet: true, ...options })
/** Returns the server's time, the deadline and the next time beacon. */
export const sendExamHeartbeat = (input: ClientInput<'POST /exam/v1/heartbeat'>, options: CallOptions = {}) =>
  callClient('POST /exam/v1/heartbeat', input, { quiet: true, ...options })
/** An attempt allows one appeal after its end. */
export const submitExamAppeal = (input: ClientInput<'POST /exam/v1/appeal'>) =>
  callClient('POST /exam/v1/appeal', input, { quiet: true })

/** `last` is null before the first rehearsal. */
export const examRehearsalQuery = () => read('GET /exam/v1/rehearsal', {})
/** The server stores nothing of this trial save. */
export const rehearseSave = (input: ClientInput<'POST /exam/v1/rehearse_save'>) =>
  callClient('POST /exam/v1/rehearse_save', input, { quiet: true })
/** Uploads a sample picture for the rehearsal. The server deletes it at once. */
export const rehearseUpload = (sample: Blob) =>
  uploadLearnerFile(sample, 'REHEARSAL', { name: 'sample.jpg', quiet: true })
export const saveExamRehearsal = (input: ClientInput<'POST /exam/v1/rehearse'>) =>
  callClient('POST /exam/v1/rehearse', input, { quiet: true })

/** Sends a picture or the reason for its absence. */
export const sendExamCapture = (input: ClientInput<'POST /exam/v1/exam_capture'>) =>
  callClient('POST /exam/v1/exam_capture', input, { quiet: true })

export const examStateCalls = [
  'GET /exam/v1/info',
  'GET /course/v1/my_course',
  'GET /course/v1/learn_course_detail',
  'GET /course/v1/my_anlysis',
  'GET /course/v1/year_plan',
  'GET /certification_grant/v1/query',
  'GET /certification_grant/v1/ledger',
] as const

/** An ended attempt never changes, so it is fetched once. */
export const examReviewQuery = (attemptId: string) => ({
  ...read('GET /exam/v1/review', { attemptId }),
  staleTime: 300_000,
})
/** The log is fetched once, because the attempt has ended. */
export const answerLogQuery = (attemptId: string) => ({
  ...read('GET /exam/v1/answer_log', { attemptId }),
  staleTime: 300_000,
})
