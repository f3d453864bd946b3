import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../platform/calls.ts'
import { registerStaffRoute } from '../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../platform/workloads.ts'
import { setExtraTime } from './service/added-time.ts'
import { readAnswerLog } from './service/answer-log.ts'
import { answerAppeal, deskAppeals, readAppealedPaper, submitAppeal } from './service/appeal.ts'
import { deskExamBoard, deskExtraTimes, deskRehearsals } from './service/board.ts'
import { saveCapture } from './service/capture.ts'
import {
  decideAttemptDecision,
  deskAttemptDecisions,
  proposeAttemptDecision,
  withdrawAttemptDecision,
} from './service/decide.ts'
import { submitExam } from './service/hand-in.ts'
import { recordExamHeartbeat } from './service/heartbeat.ts'
import { submitOffline } from './service/offline-submission.ts'
import { exportRegradePreview } from './service/preview-regrade.ts'
import { readExamInfo } from './service/read.ts'
import {
  decideRegrade,
  declineRegrade,
  deskChangedQuestions,
  deskPapersOfQuestion,
  deskRegrade,
  deskRegradedPapers,
  deskRegrades,
  previewRegrade,
  proposeRegrade,
  retryFailedPapers,
  withdrawRegrade,
} from './service/regrade.ts'
import { readRehearsal, recordExamConsent, recordRehearsal, rehearseSave } from './service/rehearse.ts'
import { loadAttemptReview } from './service/review.ts'
import { saveAnswer } from './service/save.ts'
import { startExam } from './service/start.ts'
import { readDecisionConsequences } from './service/void.ts'

const calls = clientCalls.exam

export default function examRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerRoute(app, workloads, calls.info, ({ deps, student, input }) => readExamInfo(deps, student, input))
  registerRoute(app, workloads, calls.consent, ({ deps, student, input }) => recordExamConsent(deps, student, input))
  registerRoute(app, workloads, calls.start, ({ deps, student, input }) => startExam(deps, student, input))
  registerRoute(app, workloads, calls.saveAnswer, ({ deps, student, input }) => saveAnswer(deps, student, input))
  registerRoute(app, workloads, calls.submitExam, ({ deps, student, input: { bell, ...given } }) =>
    submitExam(deps, student, { ...given, byClock: bell !== undefined }),
  )
  registerRoute(app, workloads, calls.heartbeat, ({ deps, student, input }) =>
    recordExamHeartbeat(deps, student, input),
  )
  registerRoute(app, workloads, calls.submitSealed, ({ deps, student, input }) => submitOffline(deps, student, input))
  registerRoute(app, workloads, calls.appeal, ({ deps, student, input }) => submitAppeal(deps, student, input))
  registerRoute(app, workloads, calls.rehearsal, ({ deps, student }) => readRehearsal(deps, student))
  registerRoute(app, workloads, calls.rehearseSave, ({ deps, input }) => rehearseSave(deps, input))
  registerRoute(app, workloads, calls.rehearse, ({ deps, student, input }) => recordRehearsal(deps, student, input))
  registerRoute(app, workloads, calls.review, ({ deps, student, input }) => loadAttemptReview(deps, student, input))
  registerRoute(app, workloads, calls.answerLog, ({ deps, student, input }) => readAnswerLog(deps, student, input))
  registerRoute(app, workloads, calls.examCapture, ({ deps, student, input }) => saveCapture(deps, student, input))
  deskRoutes(app, workloads)
}

function deskRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const desk = staffCalls.exam
  registerStaffRoute(app, workloads, desk.board, ({ deps, input }) => deskExamBoard(deps, input))
  registerStaffRoute(app, workloads, desk.ask, ({ deps, staff, input }) => proposeAttemptDecision(deps, staff, input))
  registerStaffRoute(app, workloads, desk.decide, ({ deps, staff, input }) => decideAttemptDecision(deps, staff, input))
  registerStaffRoute(app, workloads, desk.consequences, ({ deps, input }) => readDecisionConsequences(deps, input))
  registerStaffRoute(app, workloads, desk.withdraw, ({ deps, staff, input }) =>
    withdrawAttemptDecision(deps, staff, input),
  )
  registerStaffRoute(app, workloads, desk.decisions, ({ deps, staff, input }) =>
    deskAttemptDecisions(deps, staff, input),
  )
  registerStaffRoute(app, workloads, desk.extraTimes, ({ deps, input }) => deskExtraTimes(deps, input))
  registerStaffRoute(app, workloads, desk.setExtraTime, ({ deps, staff, input }) => setExtraTime(deps, staff, input))
  registerStaffRoute(app, workloads, desk.appeals, ({ deps, input }) => deskAppeals(deps, input))
  registerStaffRoute(app, workloads, desk.appealedPaper, ({ deps, staff, input }) =>
    readAppealedPaper(deps, staff, input),
  )
  registerStaffRoute(app, workloads, desk.answerAppeal, ({ deps, staff, input }) => answerAppeal(deps, staff, input))
  registerStaffRoute(app, workloads, desk.heldPapers, ({ deps, input }) => deskPapersOfQuestion(deps, input))
  registerStaffRoute(app, workloads, desk.changedQuestions, ({ deps }) => deskChangedQuestions(deps))
  registerStaffRoute(app, workloads, desk.settleQuestion, ({ deps, staff, input }) =>
    declineRegrade(deps, staff, input),
  )
  registerStaffRoute(app, workloads, desk.previewRegrade, ({ deps, input }) => previewRegrade(deps, input))
  registerStaffRoute(
    app,
    workloads,
    desk.exportRegrade,
    ({ deps, staff, input }) => exportRegradePreview(deps, staff, input),
    {
      workload: 'export',
    },
  )
  registerStaffRoute(app, workloads, desk.proposeRegrade, ({ deps, staff, input }) =>
    proposeRegrade(deps, staff, input),
  )
  registerStaffRoute(app, workloads, desk.decideRegrade, ({ deps, staff, input }) => decideRegrade(deps, staff, input))
  registerStaffRoute(app, workloads, desk.withdrawRegrade, ({ deps, staff, input }) =>
    withdrawRegrade(deps, staff, input),
  )
  registerStaffRoute(app, workloads, desk.retryRegrade, ({ deps, staff, input }) =>
    retryFailedPapers(deps, staff, input),
  )
  registerStaffRoute(app, workloads, desk.regrades, ({ deps, staff, input }) => deskRegrades(deps, staff, input))
  registerStaffRoute(app, workloads, desk.regrade, ({ deps, staff, input }) => deskRegrade(deps, staff, input))
  registerStaffRoute(app, workloads, desk.regradedPapers, ({ deps, input }) => deskRegradedPapers(deps, input))
  registerStaffRoute(app, workloads, desk.rehearsals, ({ deps, input }) => deskRehearsals(deps, input))
}
