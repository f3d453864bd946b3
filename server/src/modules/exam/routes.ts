import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { hotRoute, route } from '../../platform/calls.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { readAnswerLog } from './service/answer-log.ts'
import { answerAppeal, appeal, deskAppeals, readAppealedPaper } from './service/appeal.ts'
import { deskExtraTimes, deskRehearsals, deskSeats } from './service/board.ts'
import { takeCapture } from './service/capture.ts'
import { giveConsent } from './service/consent.ts'
import { readConsequences } from './service/consequences.ts'
import { askDecision, decide, deskDecisions, withdrawDecision } from './service/decide.ts'
import { exportRegrade } from './service/export-regrade.ts'
import { setExtraTime } from './service/extra-time.ts'
import { beatExam } from './service/heartbeat.ts'
import { readInfo } from './service/info.ts'
import {
  decideRegrade,
  deskChangedQuestions,
  deskHeldPapers,
  deskRegrade,
  deskRegradedPapers,
  deskRegrades,
  previewRegrade,
  proposeRegrade,
  retryRegraded,
  settleQuestion,
  withdrawRegrade,
} from './service/regrade.ts'
import { readRehearsal, rehearse, rehearseSave } from './service/rehearse.ts'
import { reviewAttempt } from './service/review.ts'
import { saveAnswer } from './service/save.ts'
import { submitSealed } from './service/sealed.ts'
import { startExam } from './service/start.ts'
import { submitExam } from './service/submit.ts'

const calls = clientCalls.exam

export default function examRoutes(app: FastifyInstance, workloads: Workloads): void {
  route(app, workloads, calls.info, ({ deps, student, input }) => readInfo(deps, student, input))
  route(app, workloads, calls.consent, ({ deps, student, input }) =>
    giveConsent(deps, student, input),
  )
  route(app, workloads, calls.start, ({ deps, student, input }) => startExam(deps, student, input))
  hotRoute(app, workloads, calls.saveAnswer, ({ deps, student, input }) =>
    saveAnswer(deps, student, input),
  )
  route(app, workloads, calls.submitExam, ({ deps, student, input: { bell, ...given } }) =>
    submitExam(deps, student, { ...given, byClock: bell !== undefined }),
  )
  route(app, workloads, calls.heartbeat, ({ deps, student, input }) =>
    beatExam(deps, student, input),
  )
  route(app, workloads, calls.submitSealed, ({ deps, student, input }) =>
    submitSealed(deps, student, input),
  )
  route(app, workloads, calls.appeal, ({ deps, student, input }) => appeal(deps, student, input))
  route(app, workloads, calls.rehearsal, ({ deps, student }) => readRehearsal(deps, student))
  route(app, workloads, calls.rehearseSave, ({ deps, input }) => rehearseSave(deps, input))
  route(app, workloads, calls.rehearse, ({ deps, student, input }) =>
    rehearse(deps, student, input),
  )
  route(app, workloads, calls.review, ({ deps, student, input }) =>
    reviewAttempt(deps, student, input),
  )
  route(app, workloads, calls.answerLog, ({ deps, student, input }) =>
    readAnswerLog(deps, student, input),
  )
  route(app, workloads, calls.examCapture, ({ deps, student, input }) =>
    takeCapture(deps, student, input),
  )
  deskRoutes(app, workloads)
}

function deskRoutes(app: FastifyInstance, workloads: Workloads): void {
  const desk = staffCalls.exam
  staffRoute(app, workloads, desk.board, ({ deps, input }) => deskSeats(deps, input))
  staffRoute(app, workloads, desk.ask, ({ deps, staff, input }) => askDecision(deps, staff, input))
  staffRoute(app, workloads, desk.decide, ({ deps, staff, input }) => decide(deps, staff, input))
  staffRoute(app, workloads, desk.consequences, ({ deps, input }) => readConsequences(deps, input))
  staffRoute(app, workloads, desk.withdraw, ({ deps, staff, input }) =>
    withdrawDecision(deps, staff, input),
  )
  staffRoute(app, workloads, desk.decisions, ({ deps, staff, input }) =>
    deskDecisions(deps, staff, input),
  )
  staffRoute(app, workloads, desk.extraTimes, ({ deps, input }) => deskExtraTimes(deps, input))
  staffRoute(app, workloads, desk.setExtraTime, ({ deps, staff, input }) =>
    setExtraTime(deps, staff, input),
  )
  staffRoute(app, workloads, desk.appeals, ({ deps, input }) => deskAppeals(deps, input))
  staffRoute(app, workloads, desk.appealedPaper, ({ deps, staff, input }) =>
    readAppealedPaper(deps, staff, input),
  )
  staffRoute(app, workloads, desk.answerAppeal, ({ deps, staff, input }) =>
    answerAppeal(deps, staff, input),
  )
  staffRoute(app, workloads, desk.heldPapers, ({ deps, input }) => deskHeldPapers(deps, input))
  staffRoute(app, workloads, desk.changedQuestions, ({ deps }) => deskChangedQuestions(deps))
  staffRoute(app, workloads, desk.settleQuestion, ({ deps, staff, input }) =>
    settleQuestion(deps, staff, input),
  )
  staffRoute(app, workloads, desk.previewRegrade, ({ deps, input }) => previewRegrade(deps, input))
  staffRoute(
    app,
    workloads,
    desk.exportRegrade,
    ({ deps, staff, input }) => exportRegrade(deps, staff, input),
    { workload: 'export' },
  )
  staffRoute(app, workloads, desk.proposeRegrade, ({ deps, staff, input }) =>
    proposeRegrade(deps, staff, input),
  )
  staffRoute(app, workloads, desk.decideRegrade, ({ deps, staff, input }) =>
    decideRegrade(deps, staff, input),
  )
  staffRoute(app, workloads, desk.withdrawRegrade, ({ deps, staff, input }) =>
    withdrawRegrade(deps, staff, input),
  )
  staffRoute(app, workloads, desk.retryRegrade, ({ deps, staff, input }) =>
    retryRegraded(deps, staff, input),
  )
  staffRoute(app, workloads, desk.regrades, ({ deps, staff, input }) =>
    deskRegrades(deps, staff, input),
  )
  staffRoute(app, workloads, desk.regrade, ({ deps, staff, input }) =>
    deskRegrade(deps, staff, input),
  )
  staffRoute(app, workloads, desk.regradedPapers, ({ deps, input }) =>
    deskRegradedPapers(deps, input),
  )
  staffRoute(app, workloads, desk.rehearsals, ({ deps, input }) => deskRehearsals(deps, input))
}
