import type { CallOptions, ClientCallName, ClientInput, ClientOutput } from '../call.ts'
import type { AttemptEvent, AttemptPaper, AttemptState, ExamInfo, ExamMode } from './state.ts'

type Sent<Name extends ClientCallName> = (
  input: ClientInput<Name>,
  options?: CallOptions,
) => Promise<ClientOutput<Name>>

export interface ExamCalls {
  info: () => Promise<ExamInfo>
  consent: (mode: ExamMode, version: string) => Promise<unknown>
  start: () => Promise<AttemptPaper>
  save: Sent<'POST /exam/v1/save_answer'>
  submit: Sent<'POST /exam/v1/submit_exam'>
  seal: Sent<'POST /exam/v1/submit_sealed'>
  beat: Sent<'POST /exam/v1/heartbeat'>
  upload: (picture: Blob, options: CallOptions) => Promise<{ id: string }>
  capture: (input: ClientInput<'POST /exam/v1/exam_capture'>) => Promise<unknown>
}

export interface ExamEnvironment {
  studentId: string
  dispatch: (event: AttemptEvent) => void
  read: () => AttemptState
  /** Epoch milliseconds of the device's clock. */
  now: () => number
  take: () => Promise<Blob>
  label: () => string | undefined
}
