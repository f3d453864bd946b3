import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { proofStates, type YearProof } from '../../certification_grant/service.ts'
import { settleStudent } from '../../exam/service.ts'
import { asHours, emptyTotals } from '../../hours/service.ts'
import { firstYearOf, shownYears } from '../../sign/service.ts'
import { studySecondsByDay } from '../../study/service.ts'
import { currentYear } from '../store.ts'
import { todoOf } from '../todo.ts'
import { type ChosenCourse, readChosen } from './chosen.ts'
import { ownYears, readYears, type StudentYears } from './years.ts'

/** The workbench: hours by year, the last 30 Shanghai days of study, and what to do next. */
export async function myAnlysis(deps: Deps, student: StudentActor) {
  // an attempt past its deadline is over, whether or not the sweep has come by
  await settleStudent(deps, student.studentId)
  const { db } = deps
  const [years, since, chosen, proofs, days, thisYear] = await Promise.all([
    readYears(db, student.studentId),
    firstYearOf(deps, student.studentId),
    readChosen(db, student.studentId),
    proofStates(db, student.studentId),
    studySecondsByDay(db, student.studentId, 30),
    currentYear(db),
  ])
  const facts = factsOf(years, since, chosen)
  return {
    thisYear,
    years: facts.map((year) => toYear(year, proofs.get(year.year))),
    studySecondsByDay: days,
    todo: todoOf(facts.map(toTodoYear), thisYear),
  }
}

type YearFacts = ReturnType<typeof factsOf>[number]

/** Each year the student is shown, with the sign and the courses chosen; newest first. */
function factsOf(years: StudentYears, since: number | null, chosen: ChosenCourse[]) {
  const { plans, signs, totals } = years
  const bySign = Map.groupBy(chosen, (course) => course.row.signId)
  const totalsByYear = new Map(totals.map((row) => [row.year, row]))
  return shownYears(plans, ownYears(years, since)).map(({ planId, ...year }) => {
    const of = planId === null ? undefined : signs.get(planId)
    return {
      ...year,
      signId: of?.sign.id ?? null,
      signState: of?.state ?? null,
      orderNo: of?.orderNo ?? null,
      employerPays: of?.employerPays ?? false,
      totals: totalsByYear.get(year.year) ?? emptyTotals(year.year),
      chosen: (of && bySign.get(of.sign.id)) ?? [],
    }
  })
}

function toYear(year: YearFacts, proof: YearProof | undefined) {
  const { chosen, totals } = year
  return {
    ...year,
    required: asHours(year.required),
    earned: asHours(totals.earned),
    reduced: asHours(totals.reduced),
    recorded: asHours(totals.recorded),
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
