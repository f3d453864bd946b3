import { LRUCache } from 'lru-cache'
import type { Incoming } from './settle.ts'
import type { BeatWrite } from './store/beats.ts'
import type { Facts } from './store/facts.ts'

const mostStudents = 20_000

interface Entry {
  playSessionId: string
  facts: Facts
}

/**
 * What this process last wrote for each student: the next beat of the same session can be judged without
 * reading. Never trusted: the write itself checks that all of it still holds (decision 003).
 */
export class Memory {
  readonly #entries = new LRUCache<string, Entry>({ max: mostStudents })
  /** the rules' clock less this process's monotonic one, ms; late by a way from the database, never early */
  #offset = 0

  heardTime(nowMs: number): void {
    this.#offset = nowMs - performance.now()
  }

  /** The facts a beat can be judged by, if it simply goes on. */
  recall({ key, event }: Incoming): Facts | null {
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

  keep({ key, clock, progress, ...write }: BeatWrite): void {
    // a late beat is of another session than the open one, or came after study had ended: nothing simply goes on
    if (clock.sessionNo !== write.sessionNo || write.afterEnd) {
      this.forget(key.studentId)
      return
    }
    const { signCourseId, lessonId, playSessionId } = key
    const { sessionNo: no, openedMs, round, today, duration, nowMs } = write
    const facts: Facts = {
      nowMs,
      today,
      round,
      paid: true,
      // the write itself checks it
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
