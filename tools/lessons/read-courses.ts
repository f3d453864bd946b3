import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CourseSeed } from '../../server/seeds/course-seed.ts'

/** A short test is enough, because the compiler has checked the shape of the seed file. */
function isCourse(value: unknown): value is CourseSeed {
  return typeof value === 'object' && value !== null && 'code' in value && 'lessons' in value
}

/** Reads all course seeds, sorted by code. */
export async function readCourseSeeds(folder: string): Promise<CourseSeed[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const courses: CourseSeed[] = []
  for (const name of names) {
    const exported = (await import(pathToFileURL(join(folder, name)).href)) as Record<string, unknown>
    const found = Object.values(exported).filter(isCourse)
    if (found.length === 0) throw new Error(`${name} exports no course`)
    courses.push(...found)
  }
  return courses
}
