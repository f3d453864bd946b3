import { mustStaff } from '../world.ts'
import type { TestStaff } from './staff.ts'

export async function unchangedPlanInput(id: string, staff: TestStaff) {
  const { version, year, title, trial, signStartAt, signEndAt, studyEndAt, price, requiredHours, courses } =
    await mustStaff('GET /plan/v1/info', { id }, staff.token)
  const rows = courses.map(({ courseId, required, hours }) => ({ courseId, required, hours }))
  const window = { signStartAt, signEndAt, studyEndAt }
  return {
    id,
    version,
    content: { year, title, trial, ...window, price, requiredHours, courses: rows },
  }
}
