import { CallFailed, CallRefused, verdictOf } from '../answers.ts'
import { steadyNow } from '../clock.ts'
import { uuid } from '../uuid.ts'
import { draftOf, ofOneSession, tryLimit, without } from './beats.ts'
import { keepBeats, keepLastBeats, mostKept } from './kept-beats.ts'
import {
  type Beat,
  type Command,
  type MovedTo,
  type Opening,
  opening,
  type PlayerEvent,
  type PlayerState,
  type SendBeat,
} from './state.ts'
import { nextWake, step } from './step.ts'

/** The part of a video element, or of a reading clock, that the player drives. */
export interface Picture {
  /** where it has played to, media seconds; null while it goes elsewhere, or is nowhere */
  at(): number | null
  play(): Promise<void>
  pause(): void
  seek(to: number): void
  normalSpeed(): void
  /** sets a fresh address; settles when the picture is ready to seek */
  load(url: string): Promise<void>
}

export interface PlayerOptions extends Opening {
  studentId: string
  send: SendBeat
  /** a fresh address of the video, and until when it is good; null when there is none */
  renew: () => Promise<{ url: string; until: number } | null>
  /** hears of every change of what is saved, also of answers that come after the close */
  onProgress?: (state: PlayerState) => void
}

export type Player = ReturnType<typeof makePlayer>

/** a page that is killed loses no more than this of what it was playing */
const draftMs = 1000

/** the last words of a player that closes come before the next one's `start` */
let closing: Promise<unknown> = Promise.resolve()

/** The reducer with its surroundings: sends beats, drives the picture, wakes itself. */
export function makePlayer(options: PlayerOptions) {
  const keep = keeperOf(options.studentId, (keeps) => dispatch({ on: 'keeping', keeps }))
  const listeners = new Set<() => void>()
  const onTheWay = new Set<Promise<unknown>>()
  let state = opening(options)
  let picture: Picture | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const address = addressOf(options, () => picture, dispatch)
  const post = posterOf(options)

  function dispatch(event: PlayerEvent): void {
    const before = state
    const around = { now: steadyNow(), newId: uuid, at: picture?.at() ?? null }
    const result = step(before, event, around)
    state = result.state
    keep(before, state)
    for (const command of result.commands) obey(command)
    wakeLater()
    if (isProgress(before, state) || event.on === 'closing' || event.on === 'left')
      options.onProgress?.(state)
    for (const listener of [...listeners]) listener()
  }

  function obey(command: Command): void {
    if (command.do === 'send') track(post(command.beat, state.failures).then(dispatch))
    else if (command.do === 'renew') void address.renew(false)
    else if (command.do === 'fetchAddress') void address.renew(true)
    else if (command.do === 'load') void address.load(command.url, command.until)
    else if (command.do === 'seek') picture?.seek(command.to)
    else if (command.do === 'play')
      picture?.play().catch((error: Error) => {
        if (error.name === 'NotAllowedError') dispatch({ on: 'blocked' })
      })
    else picture?.[command.do]()
  }

  function track(job: Promise<void>): void {
    onTheWay.add(job)
    void job.finally(() => onTheWay.delete(job))
  }

  function wakeLater(): void {
    clearTimeout(timer)
    const at = nextWake(state)
    if (at !== null)
      timer = setTimeout(() => dispatch({ on: 'tick' }), Math.max(50, at - steadyNow()))
  }

  return {
    dispatch,
    read: (): PlayerState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    attach(next: Picture | null): void {
      // what it played is seen before it goes
      if (picture) dispatch({ on: 'tick' })
      picture = next
    },
    /** Sends what was watched until now and goes on; settles when all that is under way is answered. */
    async tell(): Promise<void> {
      dispatch({ on: 'closing' })
      // an answer may send what waited for it
      while (onTheWay.size > 0) await Promise.allSettled([...onTheWay])
    },
    /** Sends what was watched, and again until it arrives; begins nothing. Another player of this page waits for it. */
    close(): void {
      dispatch({ on: 'left' })
      picture = null
      const wait = new Promise((resolve) => setTimeout(resolve, 3000))
      closing = Promise.race([Promise.allSettled([...onTheWay]), wait])
    },
  }
}

/** Sends a beat. @returns what came of it */
function posterOf({ send }: Pick<PlayerOptions, 'send'>) {
  return async (beat: Beat, failures: number): Promise<PlayerEvent> => {
    await closing
    const sentAt = steadyNow()
    try {
      const answer = await send(beat, { keepalive: true, ...tryLimit(beat, failures) })
      return { on: 'answered', beat, answer, sentAt }
    } catch (error) {
      return failure(beat, error)
    }
  }
}

/** Fetches and sets the video's address. */
function addressOf(
  options: Pick<PlayerOptions, 'renew'>,
  readPicture: () => Picture | null,
  dispatch: (event: PlayerEvent) => void,
) {
  /** numbers the tries to set one: what an earlier one brings would stop the film that a newer one has set */
  let newest = 0

  /** A fresh address; set at once, or told of while the old one plays on. */
  async function renew(beside: boolean): Promise<void> {
    if (!beside) newest += 1
    const own = newest
    const fresh = await options.renew().catch(() => null)
    if (own !== newest) return
    if (fresh && beside) dispatch({ on: 'address', ...fresh })
    else if (fresh) await load(fresh.url, fresh.until)
    else if (!beside) dispatch({ on: 'notRenewed' })
  }

  async function load(url: string, until: number): Promise<void> {
    newest += 1
    const own = newest
    const loaded = await readPicture()
      ?.load(url)
      .then(
        () => true,
        () => false,
      )
    if (own === newest) dispatch(loaded ? { on: 'renewed', until } : { on: 'notRenewed' })
  }

  return { renew, load }
}

/**
 * Keeps on the device what is unsent, and what no beat tells yet. What the device did not keep it is given again each time, and as long as it keeps
 * nothing the last of it is written where a page that may go away writes.
 * @param onKeeping whether it keeps, as soon as that is news
 */
function keeperOf(studentId: string, onKeeping: (keeps: boolean) => void) {
  let draftedAt = 0
  let drafted: Beat | null = null
  let keeps = true

  async function put(queue: readonly Beat[], added: readonly Beat[], settled: readonly Beat[]) {
    const whole = !keeps
    const others = whole ? without(queue, added) : []
    const kept = await keepBeats(studentId, { added: [...others, ...added], settled })
    // what was asked for before it was known tells only of itself
    if (kept === keeps || (kept && !whole)) return
    keeps = kept
    if (!kept) keepLastBeats(studentId, queue)
    onKeeping(kept)
  }

  return (before: PlayerState, state: PlayerState) => {
    const queue = state.queue.slice(0, mostKept)
    const draft = draftDue(before, state)
    if (state.queue === before.queue && !draft) return
    // in one transaction: a beat may take the number under which the draft of what it does not tell was kept
    const added = [...without(queue, before.queue), ...(draft ? [draft] : [])]
    void put(queue, added, [...without(before.queue, state.queue), ...passedBy(state)])
    if (state.queue !== before.queue && !keeps) keepLastBeats(studentId, queue)
    drafted = draft ?? drafted
  }

  /** The draft of a number that was left out: what it tells was taken into a later beat. */
  function passedBy({ queue }: PlayerState): Beat[] {
    const old = drafted
    if (!old || !queue.some((beat) => ofOneSession(beat, old) && beat.seq > old.seq)) return []
    return without([old], queue)
  }

  function draftDue(before: PlayerState, state: PlayerState): Beat | null {
    const cut = state.watched.length > 0 && state.watched !== before.watched
    // by a beat that tells nothing of it: the draft lies under a number that is no longer its own
    const taken = state.session?.seq !== before.session?.seq
    const isDue = state.media === 'playing' && Math.abs(state.seenAt - draftedAt) >= draftMs
    if (!cut && !taken && !isDue) return null
    draftedAt = state.seenAt
    return draftOf(state)
  }
}

/** the players whose pages are open */
const living = new Set<Player>()

/** From now until what it returns is called, the player speaks its last words when its student signs out. */
export function enliven(player: Player): () => void {
  living.add(player)
  return () => living.delete(player)
}

/** The student signs out: what was watched until now is sent while the token still works. */
export function sayLastWords(): Promise<unknown> {
  for (const player of living) player.close()
  return closing
}

/** Every open player sends what was watched until now. @returns how many there are */
export async function tellEverything(): Promise<number> {
  await Promise.all([...living].map((player) => player.tell()))
  return living.size
}

/** Settles when the last words of the player before are answered, or have taken too long. */
export const lastWords = (): Promise<unknown> => closing

function isProgress(before: PlayerState, after: PlayerState): boolean {
  return (
    before.covered !== after.covered || before.served !== after.served || before.done !== after.done
  )
}

/** The contract: course.takenOver says in its data where study goes on. */
function movedToOf({ movedTo }: Record<string, unknown>): MovedTo | null {
  return typeof movedTo === 'object' && movedTo !== null ? (movedTo as MovedTo) : null
}

function failure(beat: Beat, error: unknown): PlayerEvent {
  if (error instanceof CallRefused)
    return {
      on: 'refused',
      beat,
      key: error.key,
      msg: error.message,
      movedTo: movedToOf(error.data),
    }
  if (!(error instanceof CallFailed)) return { on: 'unsent', beat }
  if (error.status === 401) return { on: 'expired', beat }
  const msg = verdictOf(error)
  if (msg === null) return { on: 'unsent', beat, retryAfter: error.retryAfter }
  return { on: 'refused', beat, key: undefined, msg }
}
