import { createHash } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CourseSeed } from '../../server/seeds/course-seed.ts'

/** Raise this number to make all lessons again. */
const RECIPE = 1

interface Entry {
  durationSeconds: number
  bytes: number
  /** Hash of the recipe and of everything seen or heard in the lesson. */
  contentHash: string
}

function contentHash(course: CourseSeed, index: number): string {
  const { code, title, theme } = course
  const content = JSON.stringify([RECIPE, code, title, theme, course.lessons.length, index, course.lessons[index]])
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

/** `media/manifest.json`: hashes, lengths and sizes of the films made so far. */
export class MediaManifest {
  readonly #folder: string
  readonly #entries: Map<string, Entry>

  private constructor(folder: string, entries: Map<string, Entry>) {
    this.#folder = folder
    this.#entries = entries
  }

  static async open(folder: string): Promise<MediaManifest> {
    const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => '{}')
    const entries = JSON.parse(text) as Record<string, Entry>
    return new MediaManifest(folder, new Map(Object.entries(entries)))
  }

  /** Checks that a film was made from the current content. */
  async isCurrent(file: string, course: CourseSeed, index: number): Promise<boolean> {
    const entry = this.#entries.get(file)
    if (entry?.contentHash !== contentHash(course, index)) return false
    const found = await stat(join(this.#folder, file)).catch(() => undefined)
    return found?.size === entry.bytes
  }

  /** The manifest is saved after every lesson, so that an interrupted run can continue. */
  async record(file: string, course: CourseSeed, index: number, durationSeconds: number): Promise<void> {
    const { size: bytes } = await stat(join(this.#folder, file))
    this.#entries.set(file, { durationSeconds, bytes, contentHash: contentHash(course, index) })
    await this.#save()
  }

  /** Deletes files of lessons that no longer exist. */
  async prune(courses: CourseSeed[]): Promise<void> {
    const kept = new Set(courses.flatMap(({ code, lessons }) => lessons.map((_, index) => `${code}-${index + 1}.mp4`)))
    const codes = new Set(courses.map(({ code }) => code))
    for (const file of [...this.#entries.keys()].filter((name) => !kept.has(name))) {
      const code = file.replace(/-\d+\.mp4$/, '')
      await rm(join(this.#folder, file), { force: true })
      await rm(join(this.#folder, file.replace(/\.mp4$/, '.vtt')), { force: true })
      if (!codes.has(code)) await rm(join(this.#folder, `${code}.svg`), { force: true })
      this.#entries.delete(file)
    }
    await this.#save()
  }

  summary(): string {
    const entries = [...this.#entries.values()]
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
    const seconds = entries.reduce((sum, entry) => sum + entry.durationSeconds, 0)
    return `${entries.length} lessons, ${(seconds / 60).toFixed(1)} min, ${(bytes / 1e6).toFixed(2)} MB`
  }

  async #save(): Promise<void> {
    const sorted = Object.fromEntries([...this.#entries].sort(([a], [b]) => (a < b ? -1 : 1)))
    await writeFile(join(this.#folder, 'manifest.json'), `${JSON.stringify(sorted, null, 2)}\n`)
  }
}
