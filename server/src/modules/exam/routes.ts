import { clientCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { readAnswerLog } from './service/answer-log.ts'
import { takeCapture } from './service/capture.ts'
import { giveConsent } from './service/consent.ts'
import { readInfo } from './service/info.ts'
import { reviewAttempt } from './service/review.ts'
import { saveAnswer } from './service/save.ts'
import { startExam } from './service/start.ts'
import { submitExam } from './service/submit.ts'

const calls = clientCalls.exam

export default function examRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.info, ({ student, input }) => readInfo(deps, student, input))
  route(app, deps, calls.consent, ({ student, input }) => giveConsent(deps, student, input))
  route(app, deps, calls.start, ({ student, input }) => startExam(deps, student, input))
  route(app, deps, calls.saveAnswer, ({ student, input }) => saveAnswer(deps, student, input))
  route(app, deps, calls.submitExam, ({ student, input }) => submitExam(deps, student, input))
  route(app, deps, calls.review, ({ student, input }) => reviewAttempt(deps, student, input))
  route(app, deps, calls.answerLog, ({ student, input }) => readAnswerLog(deps, student, input))
  route(app, deps, calls.examCapture, ({ student, input }) => takeCapture(deps, student, input))
}
