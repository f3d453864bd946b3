import { joined, type Stretch } from '@ce/contract/stretches'
import { draftOf, tryLimit } from '../src/lesson-player/beats.ts'
import {
  type Beat,
  type BeatAnswer,
  type Command,
  type Lesson,
  nameOf,
  opening,
  type PlayerEvent,
  type PlayerState,
} from '../src/lesson-player/state.ts'
import { nextWake, step } from '../src/lesson-player/step.ts'
import { lengthOf, toTenth } from '../src/lesson-player/stretches.ts'

/** A film of a minute that nobody has begun, changed as a test says. */
export const aLesson = (change: Partial<Lesson> = {}): Lesson => ({
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

/** A beat on its way; on a line that hangs, until when it is waited for. */
interface Sending {
  beat: Beat
  sentAt: number
  hangsUntil: number | null
}

type Answering = (beat: Beat, answer: BeatAnswer) => Word

type Word =
  | BeatAnswer
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

/**
 * A player on a desk: a video that plays by a clock of its own, a network that may be down, a server
 * that credits whatever touches the furthest point, and answers a repeat as it did at first. Answers come at the next moment.
 */
export class LessonWorld {
  now = 1_000_000
  state: PlayerState
  online = true
  /** the line takes what is sent and brings nothing back: each try waits until it is given up */
  hanging = false
  /** what hangs has reached the server: only its answer is lost */
  swallows = false
  /** what the server got, each beat once, in the order it came */
  got: Beat[] = []
  /** every sending, repeats too */
  sent: Beat[] = []
  /** what the picture really played while the player had a session or not */
  played: Stretch[] = []
  at = 0
  rate = 1
  playing = false
  /** seconds that a busy page takes to hear what its picture does */
  late = 0
  /** where its browser lands that is sent to a second */
  lands = (to: number): number => to
  /** seconds that the device's clock is ahead of the server's */
  ahead = 0
  /** how often a fresh address was set while the old one still worked */
  loads = 0
  /** changes or refuses an answer */
  answering: Answering = (_beat, answer) => answer
  private covered: Stretch[] = []
  private furthest = 0
  private ids = 0
  private first = new Map<string, BeatAnswer>()
  private onTheWay: Sending[] = []
  private queue: (PlayerEvent | (() => PlayerEvent))[] = []
  readonly lesson: Lesson

  constructor(change: Partial<Lesson> = {}, studyOpen = true) {
    this.lesson = aLesson(change)
    this.covered = this.lesson.covered
    this.furthest = this.lesson.furthestSeconds
    this.state = opening({
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
      const result = step(this.state, next, { now: this.now, newId, at: this.at })
      this.state = result.state
      for (const command of result.commands) this.obey(command)
    }
  }

  /** Someone drags the element itself, past our controls. */
  jump(to: number): void {
    this.at = Math.min(Math.max(0, to), this.lesson.durationSeconds)
    this.tell({ on: 'seeking', at: this.at })
    this.tell({ on: 'seeked', at: this.at, paused: !this.playing })
  }

  /** Time goes by, a quarter of a second at a time, as browsers tell of it. */
  pass(seconds: number): void {
    for (let left = seconds; left > 0.001; left -= 0.25) this.moment(Math.min(0.25, left))
  }

  /** The device sleeps, or its clock is set: time jumps, and nobody is told. */
  skip(seconds: number): void {
    this.now += seconds * 1000
  }

  /** Time goes by and the page is too busy to hear of it; its picture plays on. */
  runOn(seconds: number): void {
    this.now += seconds * 1000
    if (!this.playing) return
    const to = Math.min(this.lesson.durationSeconds, this.at + seconds * this.rate)
    this.played.push([this.at, to])
    this.at = to
  }

  /** The buffer is empty for so long; then it plays on by itself. */
  stall(seconds: number): void {
    if (!this.playing) return
    this.playing = false
    this.tell({ on: 'waiting' })
    this.pass(seconds)
    // paused meanwhile, or another film
    if (nameOf(this.state) === 'loading' || nameOf(this.state) === 'presence-asked') this.play()
    this.tell({ on: 'tick' })
  }

  /** The page is left, or killed, and another takes its place; what the one could not send is on the device. */
  reopen(how: 'left' | 'killed'): void {
    // a page that is killed has kept what it heard last
    if (how === 'killed') this.pass(0.25)
    const draft = how === 'killed' ? draftOf(this.state) : null
    const { position } = this.state
    this.playing = false
    if (how === 'left') this.tell({ on: 'left' })
    const kept = [...this.state.queue, ...(draft ? [draft] : [])]
    this.onTheWay = []
    this.state = opening({
      signCourseId: 'course',
      lesson: {
        ...this.lesson,
        covered: this.covered,
        creditedSeconds: lengthOf(this.covered),
        furthestSeconds: toTenth(this.furthest),
        resumeAt: Math.min(position, this.furthest),
        done: lengthOf(this.covered) >= this.lesson.durationSeconds * 0.95,
      },
      studyOpen: true,
      addressUntil: this.now + 600_000,
    })
    this.at = this.state.position
    this.rate = 1
    this.tell({ on: 'opened', kept: kept.filter(({ event }) => event !== 'start') })
    this.tell({ on: 'play' })
  }

  /** Another rendition of the film, as the button for slow lines brings it. */
  switchFilm(): void {
    this.tell({ on: 'address', url: '/files/low', until: this.now + 600_000 })
  }

  private moment(seconds: number): void {
    this.now += seconds * 1000
    this.deliver()
    const wake = nextWake(this.state)
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

  /** Answers what is on the way, or loses it. */
  deliver(): void {
    for (const sending of this.onTheWay.splice(0)) {
      const { beat, sentAt, hangsUntil } = sending
      if (hangsUntil !== null && this.now < hangsUntil) this.onTheWay.push(sending)
      else if (hangsUntil !== null || !this.online) this.tell({ on: 'unsent', beat })
      else this.answer(beat, sentAt)
    }
  }

  /** This one gets through now and is answered, whatever else is under way; `expired`: its sign-in is not good any more. */
  arrive(beat: Beat | undefined, expired = false): void {
    const sending = this.onTheWay.find((one) => one.beat === beat)
    if (!sending) throw new Error('it is not under way')
    this.onTheWay = this.onTheWay.filter((one) => one !== sending)
    if (expired) this.tell({ on: 'expired', beat: sending.beat })
    else this.answer(sending.beat, sending.sentAt)
  }

  private answer(beat: Beat, sentAt: number): void {
    const word = this.judge(beat)
    if ('key' in word) this.tell({ on: 'refused', beat, key: word.key, msg: word.key })
    else this.tell({ on: 'answered', beat, answer: word, sentAt })
  }

  private judge(beat: Beat): Word {
    const id = numberOf(beat)
    const first = this.first.get(id)
    if (first) return first
    if (!this.got.some((one) => numberOf(one) === id)) this.got.push(beat)
    for (const [from, to] of beat.intervals)
      if (from <= this.furthest + 1) {
        this.covered = joined([...this.covered, [from, to]])
        this.furthest = Math.max(this.furthest, to)
      }
    const creditedSeconds = lengthOf(this.covered)
    const lessonDone = creditedSeconds >= this.lesson.durationSeconds * 0.95
    const word = this.answering(beat, {
      creditedSeconds,
      furthestSeconds: toTenth(this.furthest),
      lessonDone,
      courseDone: lessonDone,
      presence: null,
      movedTo: null,
      serverNow: new Date(this.now).toISOString(),
    })
    if (!('key' in word)) this.first.set(id, word)
    return word
  }

  private obey(command: Command): void {
    if (command.do === 'send') {
      this.sent.push(command.beat)
      const { limitMs = 0 } = tryLimit(command.beat, this.state.failures)
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

/** As the server tells beats apart. */
export const numberOf = ({ playSessionId, seq }: Beat): string => `${playSessionId}/${seq}`

/** A lesson that plays, its start answered. */
export function watching(change = {}, studyOpen = true): LessonWorld {
  const world = new LessonWorld(change, studyOpen)
  world.tell({ on: 'opened', kept: [] })
  world.tell({ on: 'play' })
  if (world.state.reports && nameOf(world.state) !== 'starting')
    throw new Error('plays before its start is answered')
  world.deliver()
  return world
}

/** So many seconds from now, as the server writes a time. */
const isoIn = (world: LessonWorld, seconds: number) =>
  new Date(world.now + seconds * 1000).toISOString()

/** From its next answer on the server announces a presence check. */
export function announce(world: LessonWorld, dueIn: number) {
  const check = { id: 'check', dueAt: isoIn(world, dueIn), answerBy: isoIn(world, dueIn + 61) }
  world.answering = (beat, answer) =>
    beat.event === 'presence' ? answer : { ...answer, presence: check }
}
