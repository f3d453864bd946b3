import type { CallName, CallOptions, Input, Output } from '../call.ts'
import type { AttemptEvent, AttemptState, ExamInfo, ExamMode, Sitting } from './state.ts'

type Sent<Name extends CallName> = (
  input: Input<Name>,
  options?: CallOptions,
) => Promise<Output<Name>>

/** The calls of one exam. */
export interface ExamCalls {
  info: () => Promise<ExamInfo>
  consent: (mode: ExamMode, version: string) => Promise<unknown>
  start: () => Promise<Sitting>
  save: Sent<'POST /exam/v1/save_answer'>
  submit: Sent<'POST /exam/v1/submit_exam'>
  seal: Sent<'POST /exam/v1/submit_sealed'>
  beat: Sent<'POST /exam/v1/heartbeat'>
  upload: (picture: Blob, options: CallOptions) => Promise<{ id: string }>
  capture: (input: Input<'POST /exam/v1/exam_capture'>) => Promise<unknown>
}

export interface Surroundings {
  studentId: string
  dispatch: (event: AttemptEvent) => void
  read: () => AttemptState
  /** epoch ms of this device */
  now: () => number
  take: () => Promise<Blob>
  /** what the camera is called */
  label: () => string | undefined
}
