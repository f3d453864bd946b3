import {
  buildSaveSteps,
  buildStartStep,
  buildSubmitStep,
  openBenchExams,
  paperOf50Questions,
  prepareAllPapers,
  readBenchAttempts,
} from './harness/exams.ts'
import { type CallSample, measureRequestSteps, printCallSamples } from './harness/measure.ts'
import { type BenchStudent, createBenchStudents } from './harness/people.ts'
import { type BenchPortal, startBenchPortal } from './harness/portal.ts'

const connections = 100
const students = 600
/** Exam attempts per round. The last one is passed, so that crediting hours and issuing proofs are measured too. */
const attempts = 3

/** Measures a whole exam at full speed and compares each call with bare node:http. */
export async function measureExam(): Promise<void> {
  const long = process.argv[3] === '50'
  const portal = await startBenchPortal()
  try {
    const all = await createBenchStudents(portal.deps, 2 * students, long ? paperOf50Questions : {})
    const [earlier, people] = [all.slice(students), all.slice(0, students)]
    await openBenchExams(portal)
    await prepareAllPapers(portal)
    await sitAll(portal, earlier, true)
    const samples: Record<string, CallSample[]> = {}
    for (let no = 1; no <= attempts; no += 1) {
      const passing = no === attempts
      // A job of the portal also prepares papers before many exams start at once.
      await prepareAllPapers(portal)
      const measured = await sitAll(portal, people, passing)
      for (const [name, sample] of Object.entries(measured)) samples[name] = [...(samples[name] ?? []), sample]
    }
    printCallSamples(
      `exam of ${long ? 50 : 20} questions, fsync on, ${connections} connections, ${students} students`,
      samples,
    )
  } finally {
    await portal.close()
  }
}

async function sitAll(portal: BenchPortal, people: BenchStudent[], passing: boolean) {
  const start = await measureRequestSteps(portal, connections, people.map(buildStartStep))
  const sittings = await readBenchAttempts(portal, people)
  const save = await measureRequestSteps(portal, connections, sittings.flatMap(buildSaveSteps))
  const submit = await measureRequestSteps(
    portal,
    connections,
    sittings.map((sitting) => buildSubmitStep(sitting, passing)),
  )
  return { start, save_answer: save, [passing ? 'submit, passed' : 'submit, failed']: submit }
}
