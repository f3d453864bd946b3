import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CourseSeed } from '../../server/seeds/course-seed.ts'

/** True for an exported course; the compiler has already checked the rest of its shape. */
function isCourse(value: unknown): value is CourseSeed {
  return typeof value === 'object' && value !== null && 'code' in value && 'lessons' in value
}

/** Every course seed of the folder, in the order of their codes. Throws when a file exports none. */
export async function readCourses(folder: string): Promise<CourseSeed[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const courses: CourseSeed[] = []
  for (const name of names) {
    const exported = (await import(pathToFileURL(join(folder, name)).href)) as Record<
      string,
      unknown
    >
    const found = Object.values(exported).filter(isCourse)
    if (found.length === 0) throw new Error(`${name} exports no course`)
    courses.push(...found)
  }
  return courses
}
