import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { hotRoute, route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { readAnswerLog } from './service/answer-log.ts'
import { answerAppeal, appeal, deskAppeals, readAppealedPaper } from './service/appeal.ts'
import { deskExtraTimes, deskRehearsals, deskSeats } from './service/board.ts'
import { takeCapture } from './service/capture.ts'
import { giveConsent } from './service/consent.ts'
import { askDecision, decide, deskDecisions, withdrawDecision } from './service/decide.ts'
import { setExtraTime } from './service/extra-time.ts'
import { beatExam } from './service/heartbeat.ts'
import { readInfo } from './service/info.ts'
import { readRehearsal, rehearse, rehearseSave } from './service/rehearse.ts'
import { reviewAttempt } from './service/review.ts'
import { saveAnswer } from './service/save.ts'
import { submitSealed } from './service/sealed.ts'
import { startExam } from './service/start.ts'
import { submitExam } from './service/submit.ts'

const calls = clientCalls.exam

export default function examRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.info, ({ student, input }) => readInfo(deps, student, input))
  route(app, deps, calls.consent, ({ student, input }) => giveConsent(deps, student, input))
  route(app, deps, calls.start, ({ student, input }) => startExam(deps, student, input))
  hotRoute(app, deps, calls.saveAnswer, ({ student, input }) => saveAnswer(deps, student, input))
  route(app, deps, calls.submitExam, ({ student, input: { bell, ...given } }) =>
    submitExam(deps, student, { ...given, byClock: bell !== undefined }),
  )
  route(app, deps, calls.heartbeat, ({ student, input }) => beatExam(deps, student, input))
  route(app, deps, calls.submitSealed, ({ student, input }) => submitSealed(deps, student, input))
  route(app, deps, calls.appeal, ({ student, input }) => appeal(deps, student, input))
  route(app, deps, calls.rehearsal, ({ student }) => readRehearsal(deps, student))
  route(app, deps, calls.rehearseSave, ({ input }) => rehearseSave(deps, input))
  route(app, deps, calls.rehearse, ({ student, input }) => rehearse(deps, student, input))
  route(app, deps, calls.review, ({ student, input }) => reviewAttempt(deps, student, input))
  route(app, deps, calls.answerLog, ({ student, input }) => readAnswerLog(deps, student, input))
  route(app, deps, calls.examCapture, ({ student, input }) => takeCapture(deps, student, input))
  deskRoutes(app, deps)
}

function deskRoutes(app: FastifyInstance, deps: Deps): void {
  const desk = staffCalls.exam
  staffRoute(app, deps, desk.board, ({ input }) => deskSeats(deps, input))
  staffRoute(app, deps, desk.ask, ({ staff, input }) => askDecision(deps, staff, input))
  staffRoute(app, deps, desk.decide, ({ staff, input }) => decide(deps, staff, input))
  staffRoute(app, deps, desk.withdraw, ({ staff, input }) => withdrawDecision(deps, staff, input))
  staffRoute(app, deps, desk.decisions, ({ staff, input }) => deskDecisions(deps, staff, input))
  staffRoute(app, deps, desk.extraTimes, ({ input }) => deskExtraTimes(deps, input))
  staffRoute(app, deps, desk.setExtraTime, ({ staff, input }) => setExtraTime(deps, staff, input))
  staffRoute(app, deps, desk.appeals, ({ input }) => deskAppeals(deps, input))
  staffRoute(app, deps, desk.appealedPaper, ({ staff, input }) =>
    readAppealedPaper(deps, staff, input),
  )
  staffRoute(app, deps, desk.answerAppeal, ({ staff, input }) => answerAppeal(deps, staff, input))
  staffRoute(app, deps, desk.rehearsals, ({ input }) => deskRehearsals(deps, input))
}
