import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { loadYearProofs, type YearProof } from '../../credits/certification_grant/service/credit.ts'
import { emptyYearTotals, toHoursPerSubject } from '../../credits/hours/totals.ts'
import { endOverdueAttemptsOf } from '../../exam/service/summaries.ts'
import { findFirstRelevantYear } from '../../learning/sign/service.ts'
import { yearsShownToStudent } from '../../learning/sign/shown-years.ts'
import { studySecondsByDay } from '../../learning/study/service.ts'
import { currentYear } from '../store.ts'
import { listTodos } from '../todo.ts'
import { type ChosenCourse, loadChosenCourses } from './offers.ts'
import { loadStudentYears, type StudentYears, yearsOfStudent } from './years.ts'

export async function myAnlysis(deps: Deps, student: StudentActor) {
  // Ends overdue attempts first, so that the response is the same before and after the job that ends them.
  await endOverdueAttemptsOf(deps, student.studentId)
  const { db } = deps
  const [years, since, chosen, proofs, days, thisYear] = await Promise.all([
    loadStudentYears(db, student.studentId),
    findFirstRelevantYear(deps, student.studentId),
    loadChosenCourses(db, student.studentId),
    loadYearProofs(db, student.studentId),
    studySecondsByDay(db, student.studentId, 30),
    currentYear(db),
  ])
  const facts = factsOf(years, since, chosen)
  return {
    thisYear,
    years: facts.map((year) => toYear(year, proofs.get(year.year))),
    studySecondsByDay: days,
    todo: listTodos(facts.map(toTodoYear), thisYear),
  }
}

type YearFacts = ReturnType<typeof factsOf>[number]

function factsOf(years: StudentYears, since: number | null, chosen: ChosenCourse[]) {
  const { plans, signs, totals } = years
  const bySign = Map.groupBy(chosen, (course) => course.row.signId)
  const totalsByYear = new Map(totals.map((row) => [row.year, row]))
  return yearsShownToStudent(plans, yearsOfStudent(years, since)).map(({ planId, ...year }) => {
    const of = planId === null ? undefined : signs.get(planId)
    return {
      ...year,
      signId: of?.sign.id ?? null,
      signState: of?.state ?? null,
      orderNo: of?.orderNo ?? null,
      employerPays: of?.employerPays ?? false,
      totals: totalsByYear.get(year.year) ?? emptyYearTotals(year.year),
      chosen: (of && bySign.get(of.sign.id)) ?? [],
    }
  })
}

function toYear(year: YearFacts, proof: YearProof | undefined) {
  const { chosen, totals } = year
  return {
    ...year,
    required: toHoursPerSubject(year.required),
    earned: toHoursPerSubject(totals.earned),
    reduced: toHoursPerSubject(totals.reduced),
    recorded: toHoursPerSubject(totals.recorded),
    courses: { total: chosen.length, done: chosen.filter((c) => c.state === 'DONE').length },
    exams: { total: chosen.length, passed: chosen.filter((c) => c.examState === 'PASSED').length },
    proofState: proof?.state ?? ('INCOMPLETE' as const),
    proofId: proof?.proofId ?? null,
    waiting: proof?.waiting ?? null,
  }
}

function toTodoYear(year: YearFacts) {
  return {
    ...year,
    earned: year.totals.earned,
    courses: year.chosen.map(({ row, course, state, evaluated, examState }) => ({
      id: row.id,
      title: course.title,
      subject: course.subject,
      state,
      evaluated,
      examState,
    })),
  }
}
