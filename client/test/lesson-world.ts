import { type Interval, unionOfIntervals } from '@ce/contract/intervals'
import { beatSendLimit, unsentHeartbeat } from '../src/lesson-player/heartbeats.ts'
import { roundToTenthSecond, totalIntervalLength } from '../src/lesson-player/intervals.ts'
import {
  type Heartbeat,
  initialPlayerState,
  type PlayerCommand,
  type PlayerEvent,
  type PlayerHeartbeatAnswer,
  type PlayerLesson,
  type PlayerState,
  playerStateNameOf,
} from '../src/lesson-player/state.ts'
import { nextPlayerWakeAt, stepPlayer } from '../src/lesson-player/step.ts'

export const makeFilmLesson = (change: Partial<PlayerLesson> = {}): PlayerLesson => ({
  id: 'lesson',
  title: '第 1 讲',
  kind: 'VIDEO',
  durationSeconds: 60,
  videoUrl: '/files/1',
  lowVideoUrl: null,
  captionsUrl: null,
  furthestSeconds: 0,
  creditedSeconds: 0,
  covered: [],
  resumeAt: 0,
  done: false,
  ...change,
})

/** A heartbeat on its way, with the end of its timeout. */
interface Sending {
  beat: Heartbeat
  sentAt: number
  hangsUntil: number | null
}

type Answering = (beat: Heartbeat, answer: PlayerHeartbeatAnswer) => Word

type Word =
  | PlayerHeartbeatAnswer
  | {
      key:
        | 'course.takenOver'
        | 'course.presenceEarly'
        | 'course.presenceExpired'
        | 'course.lessonNotFound'
        | 'course.sessionNotOpen'
        | 'course.beatConflict'
        | 'course.studyClosed'
    }

/** Simulates video, network and server for a player. Responses come at the next moment. */
export class LessonSimulation {
  now = 1_000_000
  state: PlayerState
  online = true
  /** On a hanging network no request gets a response, so each try times out. */
  hanging = false
  /** Requests reach the server; only responses are lost. */
  swallows = false
  got: Heartbeat[] = []
  sent: Heartbeat[] = []
  played: Interval[] = []
  at = 0
  rate = 1
  playing = false
  /** Seconds by which a busy page gets events late. */
  late = 0
  /** Position where the browser lands after a seek. */
  lands = (to: number): number => to
  /** Seconds that the device's clock is ahead of the server's. */
  ahead = 0
  /** Number of new film addresses while the old one still worked. */
  loads = 0
  answering: Answering = (_beat, answer) => answer
  private covered: Interval[] = []
  private furthest = 0
  private ids = 0
  private first = new Map<string, PlayerHeartbeatAnswer>()
  private onTheWay: Sending[] = []
  private queue: (PlayerEvent | (() => PlayerEvent))[] = []
  readonly lesson: PlayerLesson

  constructor(change: Partial<PlayerLesson> = {}, studyOpen = true) {
    this.lesson = makeFilmLesson(change)
    this.covered = this.lesson.covered
    this.furthest = this.lesson.furthestSeconds
    this.state = initialPlayerState({
      signCourseId: 'course',
      lesson: this.lesson,
      studyOpen,
      addressUntil: this.now + 600_000,
    })
    this.at = this.state.position
  }

  tell(event: PlayerEvent): void {
    this.queue.push(event)
    while (this.queue.length > 0) {
      const first = this.queue.shift()
      if (!first) return
      const next = typeof first === 'function' ? first() : first
      const newId = () => `s${++this.ids}`
      const result = stepPlayer(this.state, next, { now: this.now, newId, at: this.at })
      this.state = result.state
      for (const command of result.commands) this.obey(command)
    }
  }

  jump(to: number): void {
    this.at = Math.min(Math.max(0, to), this.lesson.durationSeconds)
    this.tell({ on: 'seeking', at: this.at })
    this.tell({ on: 'seeked', at: this.at, paused: !this.playing })
  }

  /** Time passes in steps of a quarter second. */
  pass(seconds: number): void {
    for (let left = seconds; left > 0.001; left -= 0.25) this.moment(Math.min(0.25, left))
  }

  /** Time passes without events, as when the device sleeps. */
  skip(seconds: number): void {
    this.now += seconds * 1000
  }

  /** The video of a busy page plays, but its events are late. */
  runOn(seconds: number): void {
    this.now += seconds * 1000
    if (!this.playing) return
    const to = Math.min(this.lesson.durationSeconds, this.at + seconds * this.rate)
    this.played.push([this.at, to])
    this.at = to
  }

  stall(seconds: number): void {
    if (!this.playing) return
    this.playing = false
    this.tell({ on: 'waiting' })
    this.pass(seconds)
    // Play on, unless the film was paused meanwhile or another one is open.
    if (playerStateNameOf(this.state) === 'loading' || playerStateNameOf(this.state) === 'presence-asked') this.play()
    this.tell({ on: 'tick' })
  }

  /** Opens the lesson again in a new page. Unsent heartbeats have stayed on the device. */
  reopen(how: 'left' | 'killed'): void {
    // A killed page has stored its latest events.
    if (how === 'killed') this.pass(0.25)
    const draft = how === 'killed' ? unsentHeartbeat(this.state) : null
    const { position } = this.state
    this.playing = false
    if (how === 'left') this.tell({ on: 'left' })
    const kept = [...this.state.queue, ...(draft ? [draft] : [])]
    this.onTheWay = []
    this.state = initialPlayerState({
      signCourseId: 'course',
      lesson: {
        ...this.lesson,
        covered: this.covered,
        creditedSeconds: totalIntervalLength(this.covered),
        furthestSeconds: roundToTenthSecond(this.furthest),
        resumeAt: Math.min(position, this.furthest),
        done: totalIntervalLength(this.covered) >= this.lesson.durationSeconds * 0.95,
      },
      studyOpen: true,
      addressUntil: this.now + 600_000,
    })
    this.at = this.state.position
    this.rate = 1
    this.tell({ on: 'opened', kept: kept.filter(({ event }) => event !== 'start') })
    this.tell({ on: 'play' })
  }

  switchFilm(): void {
    this.tell({ on: 'address', url: '/files/low', until: this.now + 600_000 })
  }

  private moment(seconds: number): void {
    this.now += seconds * 1000
    this.deliver()
    const wake = nextPlayerWakeAt(this.state)
    if (wake !== null && wake <= this.now) this.tell({ on: 'tick' })
    if (!this.playing) return
    const to = Math.min(this.lesson.durationSeconds, this.at + seconds * this.rate)
    this.played.push([this.at, to])
    this.at = to
    if (to >= this.lesson.durationSeconds) {
      this.playing = false
      this.tell({ on: 'ended' })
    } else this.tell({ on: 'time', at: to })
  }

  deliver(): void {
    for (const sending of this.onTheWay.splice(0)) {
      const { beat, sentAt, hangsUntil } = sending
      if (hangsUntil !== null && this.now < hangsUntil) this.onTheWay.push(sending)
      else if (hangsUntil !== null || !this.online) this.tell({ on: 'unsent', beat })
      else this.answer(beat, sentAt)
    }
  }

  /** Delivers a heartbeat and its response. `expired` means that the sign-in has expired. */
  arrive(beat: Heartbeat | undefined, expired = false): void {
    const sending = this.onTheWay.find((one) => one.beat === beat)
    if (!sending) throw new Error('it is not under way')
    this.onTheWay = this.onTheWay.filter((one) => one !== sending)
    if (expired) this.tell({ on: 'expired', beat: sending.beat })
    else this.answer(sending.beat, sending.sentAt)
  }

  private answer(beat: Heartbeat, sentAt: number): void {
    const word = this.judge(beat)
    if ('key' in word) this.tell({ on: 'refused', beat, key: word.key, msg: word.key })
    else this.tell({ on: 'answered', beat, answer: word, sentAt })
  }

  private judge(beat: Heartbeat): Word {
    const id = heartbeatKeyOf(beat)
    const first = this.first.get(id)
    if (first) return first
    if (!this.got.some((one) => heartbeatKeyOf(one) === id)) this.got.push(beat)
    for (const [from, to] of beat.intervals)
      if (from <= this.furthest + 1) {
        this.covered = unionOfIntervals([...this.covered, [from, to]])
        this.furthest = Math.max(this.furthest, to)
      }
    const creditedSeconds = totalIntervalLength(this.covered)
    const lessonDone = creditedSeconds >= this.lesson.durationSeconds * 0.95
    const word = this.answering(beat, {
      creditedSeconds,
      furthestSeconds: roundToTenthSecond(this.furthest),
      lessonDone,
      courseDone: lessonDone,
      presence: null,
      movedTo: null,
      serverNow: new Date(this.now).toISOString(),
    })
    if (!('key' in word)) this.first.set(id, word)
    return word
  }

  private obey(command: PlayerCommand): void {
    if (command.do === 'send') {
      this.sent.push(command.beat)
      const { limitMs = 0 } = beatSendLimit(command.beat, this.state.failures)
      const hangsUntil = this.hanging ? this.now + limitMs : null
      this.onTheWay.push({ beat: command.beat, sentAt: this.now, hangsUntil })
      if (this.hanging && this.swallows) this.judge(command.beat)
    } else if (command.do === 'play') this.play()
    else if (command.do === 'pause') this.pause()
    else if (command.do === 'normalSpeed') this.rate = 1
    else if (command.do === 'fetchAddress' && this.online)
      this.queue.push({
        on: 'address',
        url: '/files/2',
        until: this.now + 600_000 - this.ahead * 1000,
      })
    else if (command.do === 'load') {
      this.playing = false
      this.at = 0
      this.loads += 1
      this.queue.push({ on: 'renewed', until: command.until })
    } else if (command.do === 'seek') {
      this.at = this.lands(command.to)
      this.queue.push({ on: 'seeking', at: command.to })
      this.queue.push(() => this.heard((at) => ({ on: 'seeked', at, paused: !this.playing })))
    }
  }

  private heard(event: (at: number) => PlayerEvent): PlayerEvent {
    this.runOn(this.late)
    return event(this.at)
  }

  private play(): void {
    if (this.playing) return
    this.playing = true
    this.queue.push(() => this.heard((at) => ({ on: 'playing', at })))
  }

  private pause(): void {
    if (!this.playing) return
    this.playing = false
    this.queue.push({ on: 'paused' })
  }

  setRate(rate: number): void {
    this.rate = rate
    this.tell({ on: 'speed', rate })
  }
}

/** Identifies a heartbeat as the server does. */
export const heartbeatKeyOf = ({ playSessionId, seq }: Heartbeat): string => `${playSessionId}/${seq}`

/** A lesson that plays, because the server confirmed its start. */
export function startPlayingLesson(change = {}, studyOpen = true): LessonSimulation {
  const world = new LessonSimulation(change, studyOpen)
  world.tell({ on: 'opened', kept: [] })
  world.tell({ on: 'play' })
  if (world.state.reports && playerStateNameOf(world.state) !== 'starting')
    throw new Error('plays before its start is answered')
  world.deliver()
  return world
}

/** Formats the time in so many seconds. */
const isoIn = (world: LessonSimulation, seconds: number) => new Date(world.now + seconds * 1000).toISOString()

/** The next response announces a presence check. */
export function announcePresenceCheck(world: LessonSimulation, dueIn: number) {
  const check = { id: 'check', dueAt: isoIn(world, dueIn), answerBy: isoIn(world, dueIn + 61) }
  world.answering = (beat, answer) => (beat.event === 'presence' ? answer : { ...answer, presence: check })
}
