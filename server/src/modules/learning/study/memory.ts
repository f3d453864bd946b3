import { LRUCache } from 'lru-cache'
import type { HeartbeatInput } from './evaluate.ts'
import type { HeartbeatFacts } from './store/facts.ts'
import type { HeartbeatWrite } from './store/heartbeats.ts'

const mostStudents = 20_000

interface Entry {
  playSessionId: string
  facts: HeartbeatFacts
}

/**
 * Caches the facts for the next heartbeat of each student, so that it needs no read; the write checks the cached row
 * again (decision 003).
 */
export class StudyCache {
  readonly #entries = new LRUCache<string, Entry>({ max: mostStudents })
  /** Database time minus the local monotonic clock, in milliseconds; never ahead of the database. */
  #offset = 0

  heardTime(nowMs: number): void {
    this.#offset = nowMs - performance.now()
  }

  recall({ key, event }: HeartbeatInput): HeartbeatFacts | null {
    const entry = this.#entries.get(key.studentId)
    if (!entry || event === 'start' || event === 'end') return null
    const { facts, playSessionId } = entry
    const goesOn =
      playSessionId === key.playSessionId &&
      facts.session?.signCourseId === key.signCourseId &&
      facts.session.lessonId === key.lessonId &&
      facts.clock !== null &&
      facts.clock.lastSeq < key.seq
    return goesOn ? { ...facts, nowMs: Math.floor(this.#offset + performance.now()) } : null
  }

  keep({ key, clock, progress, ...write }: HeartbeatWrite): void {
    if (clock.sessionNo !== write.sessionNo || write.afterEnd) {
      this.forget(key.studentId)
      return
    }
    const { signCourseId, lessonId, playSessionId } = key
    const { sessionNo: no, openedMs, round, today, duration, nowMs } = write
    const facts: HeartbeatFacts = {
      nowMs,
      today,
      round,
      paid: true,
      studyEndMs: Number.POSITIVE_INFINITY,
      duration,
      session: {
        ...{ no, signCourseId, lessonId, round, openedMs },
        ...{ closedBy: null, left: { time: 0, held: [] } },
      },
      newSessionNo: null,
      openEndMs: null,
      clock: { ...clock, version: write.version + 1 },
      progress,
    }
    this.#entries.set(key.studentId, { playSessionId, facts })
  }

  forget(studentId: string): void {
    this.#entries.delete(studentId)
  }
}
