import type { TestSign } from '../factories/sign.ts'
import type { SimulatedDevice } from '../rooms/page.ts'
import { type PageScript, SimulatedPage } from '../rooms/page.ts'
import { Person, type PersonMoves, type SimulatedRoom } from '../rooms/person.ts'
import type { LearnerActKind, LearnerHabits } from './behaviours.ts'
import { SimulatedFilm } from './film.ts'

/** The part of the player's state (client/src/lesson-player/state.ts) that learners read. */
interface Shown {
  covered: [number, number][]
  duration: number
  position: number
  presence: { id: string } | null
  session: { id: string } | null
}

/** The study page as client/test/study-page.ts opens it. */
interface StudyPage {
  player(): {
    read(): Shown
    dispatch(event: { on: 'play' | 'pause' | 'present' } | { on: 'seekTo'; to: number }): void
  } | null
  name(): string | null
  unkept(): number | null
  enter(): Promise<void>
  leave(): void
}

export type StudyScript = PageScript<
  StudyPage,
  [studentId: string, place: { id: string; lessonId: string; handheld: boolean }, film: SimulatedFilm]
>

type Ours = StudyPage & { film: SimulatedFilm }
type LessonPage = SimulatedPage<Ours>

interface StudyRoom extends SimulatedRoom {
  script: StudyScript
}

export class SimulatedLearner extends Person<Ours, LearnerActKind> {
  readonly sign: TestSign
  readonly duration: number
  readonly films: SimulatedFilm[] = []
  /** Seconds of progress that the device could not store and that were lost with a page. */
  unkept = 0
  /** How often a page was killed during playback. */
  cuts = 0
  isWhole = false
  /** Watched intervals of play sessions whose page reported a missed presence check. */
  readonly missed: [number, number][] = []
  readonly #room: StudyRoom
  readonly #habits: LearnerHabits
  #restsUntil = 0
  #askedAt: number | null = null
  #session: string | null = null
  #before = new Map<SimulatedFilm, number>()

  constructor(
    room: StudyRoom,
    sign: TestSign,
    { session, duration, habits }: { session: object; duration: number; habits: LearnerHabits },
  ) {
    super(room, { id: sign.student.id, session }, habits)
    this.#room = room
    this.#habits = habits
    this.sign = sign
    this.duration = duration
  }

  get signCourseId(): string {
    return this.sign.courses[0]?.id ?? ''
  }

  get asked(): number | null {
    return this.#habits.asked
  }

  get isDone(): boolean {
    return this.isOver
  }

  override turn(): void {
    super.turn()
    for (const device of this.devices) for (const page of device.pages) page.ours.film.watch(page === this.page)
  }

  override lookIn(): LessonPage[] {
    const pages = super.lookIn()
    for (const page of pages) this.enter(page, () => page.ours.enter())
    return pages
  }

  protected pageOn(device: SimulatedDevice<Ours>): LessonPage {
    const { sign, duration } = this
    const { ahead, handheld } = this.#habits
    const lessonId = sign.courses[0]?.lessonIds[0] ?? ''
    const place = { id: this.signCourseId, lessonId, handheld }
    return new SimulatedPage(device, (scope, page) => {
      const film = new SimulatedFilm(page, { duration, ahead })
      this.films.push(film)
      const opened = this.#room.script(...scope).openPage(sign.student.id, place, film)
      return { ...opened, film }
    })
  }

  protected look(page: LessonPage): void {
    const { now } = this
    const player = page.ours.player()
    if (!player) {
      this.enter(page, () => page.ours.enter())
      return
    }
    const state = player.read()
    const seen = state.covered.reduce((sum, [from, to]) => sum + to - from, 0)
    if (seen > this.duration - 0.5) {
      this.say('has seen all of it')
      this.isWhole = true
      this.isOver = true
      return
    }
    const name = page.ours.name()
    if (state.session && state.session.id !== this.#session) this.#begin(state.session.id)
    if (name?.startsWith('presence-') && name !== 'presence-asked') this.#miss()
    if (name === 'presence-asked') this.#answer(player)
    else this.#askedAt = null
    const waits = ['playing', 'offline-playing', 'loading', 'seeking', 'starting', 'renewing']
    if (waits.includes(name ?? '') || name === 'presence-asked' || name === 'signed-out') return
    if (now < this.#restsUntil || now < this.pressesAt) return
    this.say(`presses play: ${name} at ${state.position}`)
    player.dispatch({ on: 'play' })
    this.pressesAt = now + 3000
  }

  #begin(session: string): void {
    this.#session = session
    this.#before = new Map(this.films.map((film) => [film, film.watched.length]))
  }

  #miss(): void {
    for (const film of this.films) this.missed.push(...film.watched.slice(this.#before.get(film) ?? 0))
    this.#begin(this.#session ?? '')
  }

  #answer(player: NonNullable<ReturnType<StudyPage['player']>>): void {
    this.#askedAt ??= this.now
    if (this.now < this.#askedAt + this.#habits.reaction * 1000) return
    this.say('is there')
    player.dispatch({ on: 'present' })
  }

  protected readonly own: PersonMoves<Ours, LearnerActKind> = {
    leave: ({ takes }, page) => {
      page.ours.leave()
      this.backAt = this.now + Math.min(takes, 60) * 1000
    },
    rest: ({ takes }, page) => {
      page.ours.player()?.dispatch({ on: 'pause' })
      this.#restsUntil = this.now + takes * 1000
    },
    back: ({ takes }, page) => {
      const player = page.ours.player()
      if (player) player.dispatch({ on: 'seekTo', to: player.read().position - takes })
    },
    hide: ({ takes }, page) => {
      page.show(false)
      page.after(takes * 1000, () => page.show(true))
    },
  }

  protected lose(page: LessonPage): void {
    const { film } = page.ours
    if (!film.paused) this.cuts += 1
    film.end()
    this.unkept += page.ours.unkept() ?? 0
  }
}
