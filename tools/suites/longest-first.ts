import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files by measured time. */
const longest = [
  'order/money.test.ts',
  'test/start.test.ts',
  'test/hostile.test.ts',
  'test/garbage.test.ts',
  'test/lock-mix.test.ts',
  'test/sign-in.test.ts',
  'test/outage.test.ts',
  'embedded-postgres/launcher.test.ts',
  'test/simulation.test.ts',
  'test/exam-room.test.ts',
  'test/kill.test.ts',
  'test/year-end.test.ts',
  'student/student.test.ts',
  'exam/rehearsal.test.ts',
  'test/study-room.test.ts',
  'test/isolation.test.ts',
  'test/kept-pages.test.ts',
  'observability/observability.test.ts',
  'poster_import/poster_import.test.ts',
  'poster/shown-files.test.ts',
  'test/migrate.test.ts',
]

/** Starts the slowest files first by a fixed list, because a fresh clone knows no times of earlier runs. */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = longest.findIndex((end) => moduleId.endsWith(`/${end}`))
  return at < 0 ? longest.length : at
}
