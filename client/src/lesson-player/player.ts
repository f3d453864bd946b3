import { CallFailed, CallRefused, permanentRefusalText } from '../answers.ts'
import { monotonicNow } from '../clock.ts'
import { randomUuid } from '../uuid.ts'
import { areBeatsOfOneSession, beatSendLimit, excludeBeats, unsentHeartbeat } from './heartbeats.ts'
import { trackClosingPlayer, whenPlayersClosed } from './open-players.ts'
import {
  type Heartbeat,
  initialPlayerState,
  type OpenedLesson,
  type PlayerCommand,
  type PlayerEvent,
  type PlayerState,
  type SendHeartbeat,
  type TakeoverTarget,
} from './state.ts'
import { nextPlayerWakeAt, stepPlayer } from './step.ts'
import { maxStoredHeartbeats, storeHeartbeats, storeLastHeartbeats } from './stored-heartbeats.ts'

export interface PlayerMediaControls {
  /** Current position in media seconds, or null while seeking or without a film. */
  at(): number | null
  play(): Promise<void>
  pause(): void
  seek(to: number): void
  normalSpeed(): void
  /** Settles when seeking in the film is possible. */
  load(url: string): Promise<void>
}

export interface PlayerOptions extends OpenedLesson {
  studentId: string
  send: SendHeartbeat
  /** Returns null when there is no new address. */
  renew: () => Promise<{ url: string; until: number } | null>
  /** Called for changes of progress, even after closing. */
  onProgress?: (state: PlayerState) => void
}

export type Player = ReturnType<typeof makeLessonPlayer>

/** Milliseconds of playing that a killed page may lose. */
const draftMs = 1000

export function makeLessonPlayer(options: PlayerOptions) {
  const keep = keeperOf(options.studentId, (keeps) => dispatch({ on: 'keeping', keeps }))
  const listeners = new Set<() => void>()
  const onTheWay = new Set<Promise<unknown>>()
  let state = initialPlayerState(options)
  let picture: PlayerMediaControls | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const address = addressOf(options, () => picture, dispatch)
  const post = posterOf(options)

  function dispatch(event: PlayerEvent): void {
    const before = state
    const around = { now: monotonicNow(), newId: randomUuid, at: picture?.at() ?? null }
    const result = stepPlayer(before, event, around)
    state = result.state
    keep(before, state)
    for (const command of result.commands) obey(command)
    wakeLater()
    if (isProgress(before, state) || event.on === 'closing' || event.on === 'left') options.onProgress?.(state)
    for (const listener of [...listeners]) listener()
  }

  function obey(command: PlayerCommand): void {
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
    const at = nextPlayerWakeAt(state)
    if (at !== null) timer = setTimeout(() => dispatch({ on: 'tick' }), Math.max(50, at - monotonicNow()))
  }

  return {
    dispatch,
    read: (): PlayerState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    attach(next: PlayerMediaControls | null): void {
      // Record what the old film has played.
      if (picture) dispatch({ on: 'tick' })
      picture = next
    },
    /** Settles when all requests are answered. */
    async tell(): Promise<void> {
      dispatch({ on: 'closing' })
      while (onTheWay.size > 0) await Promise.allSettled([...onTheWay])
    },
    /** Closes the player. It repeats its last heartbeats until they arrive. */
    close(): void {
      dispatch({ on: 'left' })
      picture = null
      const wait = new Promise((resolve) => setTimeout(resolve, 3000))
      trackClosingPlayer(Promise.race([Promise.allSettled([...onTheWay]), wait]))
    },
  }
}

/** Sends a heartbeat. @returns the resulting event */
function posterOf({ send }: Pick<PlayerOptions, 'send'>) {
  return async (beat: Heartbeat, failures: number): Promise<PlayerEvent> => {
    await whenPlayersClosed()
    const sentAt = monotonicNow()
    try {
      const answer = await send(beat, { keepalive: true, ...beatSendLimit(beat, failures) })
      return { on: 'answered', beat, answer, sentAt }
    } catch (error) {
      return failure(beat, error)
    }
  }
}

function addressOf(
  options: Pick<PlayerOptions, 'renew'>,
  readPicture: () => PlayerMediaControls | null,
  dispatch: (event: PlayerEvent) => void,
) {
  /**
   * Number of the latest request for an address or a film. The result of an earlier request is ignored, so that it
   * cannot stop a newer film.
   */
  let newest = 0

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
 * Returns a function that stores new heartbeats on the device. After a failed write, the next write stores all of them
 * again, and the last heartbeats are also written synchronously.
 * @param onKeeping called when storing starts or stops working
 */
function keeperOf(studentId: string, onKeeping: (keeps: boolean) => void) {
  let draftedAt = 0
  let drafted: Heartbeat | null = null
  let keeps = true

  async function put(queue: readonly Heartbeat[], added: readonly Heartbeat[], settled: readonly Heartbeat[]) {
    const whole = !keeps
    const others = whole ? excludeBeats(queue, added) : []
    const kept = await storeHeartbeats(studentId, { added: [...others, ...added], settled })
    if (kept === keeps || (kept && !whole)) return
    keeps = kept
    if (!kept) storeLastHeartbeats(studentId, queue)
    onKeeping(kept)
  }

  return (before: PlayerState, state: PlayerState) => {
    const queue = state.queue.slice(0, maxStoredHeartbeats)
    const draft = draftDue(before, state)
    if (state.queue === before.queue && !draft) return
    // Add and remove in one transaction, because a new heartbeat may have the same seq as a stored draft.
    const added = [...excludeBeats(queue, before.queue), ...(draft ? [draft] : [])]
    void put(queue, added, [...excludeBeats(before.queue, state.queue), ...passedBy(state)])
    if (state.queue !== before.queue && !keeps) storeLastHeartbeats(studentId, queue)
    drafted = draft ?? drafted
  }

  function passedBy({ queue }: PlayerState): Heartbeat[] {
    const old = drafted
    if (!old || !queue.some((beat) => areBeatsOfOneSession(beat, old) && beat.seq > old.seq)) return []
    return excludeBeats([old], queue)
  }

  function draftDue(before: PlayerState, state: PlayerState): Heartbeat | null {
    const cut = state.watched.length > 0 && state.watched !== before.watched
    const taken = state.session?.seq !== before.session?.seq
    const isDue = state.media === 'playing' && Math.abs(state.seenAt - draftedAt) >= draftMs
    if (!cut && !taken && !isDue) return null
    draftedAt = state.seenAt
    return unsentHeartbeat(state)
  }
}

function isProgress(before: PlayerState, after: PlayerState): boolean {
  return before.covered !== after.covered || before.served !== after.served || before.done !== after.done
}

/** The contract guarantees `movedTo` in the data of course.takenOver. */
function movedToOf({ movedTo }: Record<string, unknown>): TakeoverTarget | null {
  return typeof movedTo === 'object' && movedTo !== null ? (movedTo as TakeoverTarget) : null
}

function failure(beat: Heartbeat, error: unknown): PlayerEvent {
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
  const msg = permanentRefusalText(error)
  if (msg === null) return { on: 'unsent', beat, retryAfter: error.retryAfter }
  return { on: 'refused', beat, key: undefined, msg }
}
