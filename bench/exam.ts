import {
  openExams,
  paperOf50,
  prepareAllPapers,
  readSittings,
  saveSteps,
  startStep,
  submitStep,
} from './harness/exams.ts'
import { measureSteps, printSamples, type Sample } from './harness/measure.ts'
import { type BenchStudent, makeStudents } from './harness/people.ts'
import { type BenchPortal, startPortal } from './harness/portal.ts'

const connections = 100
const students = 600
/** product §4 Exam: attempts of a round; the last one passes, so that hours and proofs are measured too */
const attempts = 3

/**
 * A whole exam of 20 questions (`npm run bench exam 50`: of 50), as fast as it goes: start, one save_answer per question, submit;
 * durable (fsync on), 100 keep-alive connections, each call against bare node:http in the same run with the same bodies and as
 * long an answer. As many others have passed before, so that what is measured is a server that has been up for a while.
 */
export async function exam(): Promise<void> {
  const long = process.argv[3] === '50'
  const portal = await startPortal()
  try {
    const all = await makeStudents(portal.deps, 2 * students, long ? paperOf50 : {})
    const [earlier, people] = [all.slice(students), all.slice(0, students)]
    await openExams(portal)
    await prepareAllPapers(portal)
    await sitAll(portal, earlier, true)
    const samples: Record<string, Sample[]> = {}
    for (let no = 1; no <= attempts; no += 1) {
      const passing = no === attempts
      // as the portal's own job does ahead of a rush
      await prepareAllPapers(portal)
      const measured = await sitAll(portal, people, passing)
      for (const [name, sample] of Object.entries(measured))
        samples[name] = [...(samples[name] ?? []), sample]
    }
    printSamples(
      `exam of ${long ? 50 : 20} questions, fsync on, ${connections} connections, ${students} students`,
      samples,
    )
  } finally {
    await portal.close()
  }
}

async function sitAll(portal: BenchPortal, people: BenchStudent[], passing: boolean) {
  const start = await measureSteps(portal, connections, people.map(startStep))
  const sittings = await readSittings(portal, people)
  const save = await measureSteps(portal, connections, sittings.flatMap(saveSteps))
  const submit = await measureSteps(
    portal,
    connections,
    sittings.map((sitting) => submitStep(sitting, passing)),
  )
  return { start, save_answer: save, [passing ? 'submit, passed' : 'submit, failed']: submit }
}
