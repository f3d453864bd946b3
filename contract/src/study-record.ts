import { z } from 'zod'
import { id, instant, mediaSeconds, pageOf } from './common.ts'

const stretches = z.array(z.tuple([mediaSeconds, mediaSeconds]))

/** What is watched, and what is read by the reading clock: credited alike (decision 013). */
export const lessonKind = z.enum(['VIDEO', 'ARTICLE'])

/** One beat as it is explained to who asks "why this number". Lengths in seconds, to a tenth. */
const explainedBeat = z.object({
  playSessionId: id,
  seq: z.int(),
  at: instant,
  event: z.string(),
  position: z.number(),
  intervals: stretches,
  /** what it reported as played */
  played: z.number(),
  credited: z.number(),
  /** of what it reported: credited before */
  again: z.number(),
  /** of what it credited: reported by earlier beats */
  late: z.number(),
  /** of what it reported: not credited with it */
  waiting: z.number(),
  waitingFor: z.enum(['AHEAD', 'CLOCK']).nullable(),
  /** key and words of the refusal of the whole beat; null: it was accepted */
  reason: z.string().nullable(),
  reasonText: z.string().nullable(),
  times: z.int(),
})

/** A lesson's figures, and every beat behind them, newest first. */
export const studyRecord = pageOf(explainedBeat).extend({
  /** the sign course */
  id,
  signId: id,
  year: z.int(),
  courseTitle: z.string(),
  /** the round of study they belong to */
  round: z.int(),
  lesson: z.object({
    id,
    title: z.string(),
    kind: lessonKind,
    durationSeconds: z.number(),
  }),
  creditedSeconds: z.number(),
  /** what must be credited for the lesson to be done */
  neededSeconds: z.number(),
  furthestSeconds: z.number(),
  done: z.boolean(),
  covered: stretches,
  sums: z.object({
    /** beats and seconds they reported as played */
    beats: z.int(),
    playedSeconds: z.number(),
    /** of it, watched before */
    againSeconds: z.number(),
    refused: z.int(),
    refusedSeconds: z.number(),
  }),
})
