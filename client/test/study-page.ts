import { call } from '../src/call.ts'
import { openPlayer, sendAs } from '../src/lesson-player/page.ts'
import { makePlayer, type Player } from '../src/lesson-player/player.ts'
import { nameOf, unsavedSeconds } from '../src/lesson-player/state.ts'
import { showOn } from '../src/lesson-player/video.ts'

/** A lesson of a course of somebody's. */
interface Place {
  /** the sign course */
  id: string
  lessonId: string
  /** a phone, whose film does not run on unseen */
  handheld: boolean
}

/**
 * A private page of the portal that shows a lesson's film, without React. The simulation of study (server/test/study-room/) bundles it, and gives each
 * page a browser, a clock, a line and a film of its own.
 */
export function openPage(
  studentId: string,
  { id, lessonId, handheld }: Place,
  film: HTMLVideoElement,
) {
  let player: Player | null = null
  let stop = () => {}

  async function ask() {
    const detail = await call('GET /course/v1/learn_course_detail', { id }, { quiet: true })
    const lesson = detail.lessons.find((one) => one.id === lessonId)
    if (!lesson) throw new Error('the course has no such lesson')
    return { detail, lesson, until: Date.parse(detail.videoUrlsUntil) }
  }

  return {
    player: () => player,
    name: () => player && nameOf(player.read()),
    /** seconds played that nobody knows of but this page, should it be killed now; null: the device keeps them */
    unkept: () => (player && !player.read().keeps ? unsavedSeconds(player.read()) : null),
    /** To the lesson, where it was left. */
    async enter(): Promise<void> {
      const { detail, lesson, until } = await ask()
      const entered = makePlayer({
        ...{
          studentId,
          signCourseId: id,
          lesson,
          studyOpen: detail.studyOpen,
          addressUntil: until,
        },
        send: sendAs(studentId),
        renew: async () => {
          const { lesson: fresh, until } = await ask()
          return fresh.videoUrl === null ? null : { url: fresh.videoUrl, until }
        },
      })
      film.src = lesson.videoUrl ?? ''
      player = entered
      const hide = showOn(film, entered)
      const close = openPlayer(entered, { studentId, pausesInBackground: handheld }, () => {})
      stop = () => {
        hide()
        close()
        player = null
      }
    },
    /** Leaves it for another page of ours. */
    leave(): void {
      stop()
      stop = () => {}
    },
  }
}
