import { clientCalls } from '@ce/contract'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { requireAccepted } from '../../../platform/auth/unaccepted-texts.ts'
import { ReadyJson } from '../../../platform/calls.ts'
import { GroupCommit, type Outcome } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errorCode } from '../../../platform/error-code.ts'
import { refuse } from '../../../platform/errors.ts'
import { beaconOf } from '../beacon.ts'
import { consentVersionOf } from '../consent-text.ts'
import { lastNoOf, startRefusal, usedOf } from '../state.ts'
import { type Begin, type Begun, beginAttempts } from '../store/begin.ts'
import { insertPaper } from '../store/papers.ts'
import { drawFor } from './draw.ts'
import { type Exam, readExam } from './read.ts'
import { refuseEnded } from './result.ts'

/** more than two tries means that somebody keeps starting and ending attempts in between */
const tries = 4

/**
 * Begins an attempt, or goes on with the running one on any device. One statement, where the paper lies ready (prepare.ts);
 * else it is drawn now, and begun by the same statement. Two starts at once get the same attempt: its number in the round is
 * unique, the later insert finds it taken and looks again.
 */
export async function startExam(
  deps: Deps,
  student: StudentActor,
  input: { signId: string; id: string },
): Promise<ReadyJson> {
  const begin = { studentId: student.studentId, signId: input.signId, signCourseId: input.id }
  if (student.unaccepted) await requireRunning(deps, student, input)
  for (let tried = 0; tried < tries; tried += 1) {
    const begun = await groupOf(deps).submit(`${begin.studentId} ${begin.signCourseId}`, begin)
    if (begun) return toSitting(deps, begun)
    const exam = await readExam(deps, student, input)
    // who meant to go on gets the result, not a new attempt
    if (exam.justSubmitted) return refuseEnded(exam.justSubmitted)
    if (exam.attempts.every((attempt) => attempt.submittedAt)) await drawNow(deps, exam)
  }
  return refuse('common.busy')
}

/** A new version of the agreement interrupts no exam, and none begins before it is accepted. @throws Refusal student.agreementRequired */
async function requireRunning(
  deps: Deps,
  student: StudentActor,
  input: { signId: string; id: string },
): Promise<void> {
  const { attempts, justSubmitted } = await readExam(deps, student, input)
  if (!justSubmitted && attempts.every((attempt) => attempt.submittedAt)) requireAccepted(student)
}

const groups = new WeakMap<Deps, GroupCommit<Begin, Begun | null>>()

function groupOf(deps: Deps): GroupCommit<Begin, Begun | null> {
  let group = groups.get(deps)
  if (!group) {
    group = new GroupCommit((begins) => commitBegins(deps, begins), {
      name: 'exam start',
      lanes: 2,
    })
    groups.set(deps, group)
  }
  return group
}

async function commitBegins(deps: Deps, begins: Begin[]): Promise<Outcome<Begun | null>[]> {
  const settings = await deps.settings.all()
  const begun = await beginAttempts(deps.pool, begins, {
    consentVersion: consentVersionOf(settings),
    grace: settings['exam.graceSeconds'],
  })
  return begun.map((one) => ({ result: one ?? null }))
}

/** Lays a paper ready for who may begin and has none, or one that has become old. @throws Refusal why an attempt cannot begin */
async function drawNow(deps: Deps, { course, rules, facts, consent }: Exam): Promise<void> {
  const refusal = startRefusal(facts)
  if (refusal) refuse(refusal)
  const version = consentVersionOf(await deps.settings.all())
  if (consent?.version !== version) refuse('exam.consentNeeded', { version })
  const paper = await drawFor(deps.db, rules, {
    signCourseId: course.id,
    round: course.round,
    no: lastNoOf(facts) + 1,
    used: usedOf(facts),
  })
  if (!paper) return refuse('exam.notReady')
  await insertPaper(deps.db, paper).catch((error: unknown) => {
    // another start is taking the paper that lay there: the next try finds its attempt
    if (errorCode(error) !== '23503') throw error
  })
}

/** Everything but the questions, which were put through the contract when they were drawn. */
const frame = clientCalls.exam.start.response.omit({ questions: true })

function toSitting(deps: Deps, { shown, planned, captures, ...begun }: Begun): ReadyJson {
  const { startedAt } = begun
  const due = planned?.map((seconds, index) => ({
    no: index + 1,
    dueAt: new Date(startedAt.getTime() + seconds * 1000),
    received: false,
  }))
  const known = captures?.map(({ dueAt, ...one }) => ({ ...one, dueAt: new Date(dueAt) }))
  const beacon = beaconOf(deps.keys, begun.attemptId, begun.heardAt)
  const rest = JSON.stringify(frame.parse({ ...begun, beacon, captures: due ?? known ?? [] }))
  return new ReadyJson(`{"questions":${shown},${rest.slice(1)}`)
}
