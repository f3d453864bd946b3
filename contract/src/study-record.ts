import { z } from 'zod'
import { id, instant, mediaSeconds, pageShape } from './common.ts'

const stretches = z.array(z.tuple([mediaSeconds, mediaSeconds]))

/** Videos and articles earn credit in the same way (decision 013). */
export const lessonKind = z.enum(['VIDEO', 'ARTICLE'])

const explainedBeat = z.object({
  playSessionId: id,
  seq: z.int(),
  at: instant,
  event: z.string(),
  position: z.number(),
  intervals: stretches,
  played: z.number(),
  credited: z.number(),
  again: z.number(),
  late: z.number(),
  waiting: z.number(),
  waitingFor: z.enum(['AHEAD', 'CLOCK']).nullable(),
  /** Key and text of the refusal; null when the heartbeat was accepted. */
  reason: z.string().nullable(),
  reasonText: z.string().nullable(),
  times: z.int(),
})

export const studyRecord = pageShape(explainedBeat).extend({
  id,
  signId: id,
  year: z.int(),
  courseTitle: z.string(),
  round: z.int(),
  lesson: z.object({
    id,
    title: z.string(),
    kind: lessonKind,
    durationSeconds: z.number(),
  }),
  creditedSeconds: z.number(),
  neededSeconds: z.number(),
  furthestSeconds: z.number(),
  done: z.boolean(),
  covered: stretches,
  sums: z.object({
    beats: z.int(),
    playedSeconds: z.number(),
    againSeconds: z.number(),
    refused: z.int(),
    refusedSeconds: z.number(),
  }),
})
