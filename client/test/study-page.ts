import { callClient } from '../src/call.ts'
import { createBeatSender, openPlayer } from '../src/lesson-player/page.ts'
import { makeLessonPlayer, type Player } from '../src/lesson-player/player.ts'
import { countUnsavedSeconds, playerStateNameOf } from '../src/lesson-player/state.ts'
import { attachVideo } from '../src/lesson-player/video.ts'

interface Place {
  id: string
  lessonId: string
  /** True for a phone, whose film stops when the page is hidden. */
  handheld: boolean
}

/** Opens a student's lesson page without React, for the study simulation (server/test/study-room/). */
export function openPage(studentId: string, { id, lessonId, handheld }: Place, film: HTMLVideoElement) {
  let player: Player | null = null
  let stop = () => {}

  async function ask() {
    const detail = await callClient('GET /course/v1/learn_course_detail', { id }, { quiet: true })
    const lesson = detail.lessons.find((one) => one.id === lessonId)
    if (!lesson) throw new Error('the course has no such lesson')
    return { detail, lesson, until: Date.parse(detail.videoUrlsUntil) }
  }

  return {
    player: () => player,
    name: () => player && playerStateNameOf(player.read()),
    /** Seconds that a killed page would lose; null when the device stores them. */
    unkept: () => (player && !player.read().keeps ? countUnsavedSeconds(player.read()) : null),
    /** Opens the lesson at its resume point. */
    async enter(): Promise<void> {
      const { detail, lesson, until } = await ask()
      const entered = makeLessonPlayer({
        ...{
          studentId,
          signCourseId: id,
          lesson,
          studyOpen: detail.studyOpen,
          addressUntil: until,
        },
        send: createBeatSender(studentId),
        renew: async () => {
          const { lesson: fresh, until } = await ask()
          return fresh.videoUrl === null ? null : { url: fresh.videoUrl, until }
        },
      })
      film.src = lesson.videoUrl ?? ''
      player = entered
      const hide = attachVideo(film, entered)
      const close = openPlayer(entered, { studentId, pausesInBackground: handheld }, () => {})
      stop = () => {
        hide()
        close()
        player = null
      }
    },
    leave(): void {
      stop()
      stop = () => {}
    },
  }
}
