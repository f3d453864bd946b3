import { learnCourseDetailQuery, noteProgress, studyReads } from '@ce/client/course.ts'
import type { PlayerOptions } from '@ce/client/lesson-player/player.ts'
import { endsEarly, limitOf } from '@ce/client/lesson-player/state.ts'
import { type LessonPlayer, useLessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import { useWakeLock } from '@ce/client/wake-lock.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useShell } from '../../../shells/shell.ts'
import type { LearnDetail, Lesson } from './learn-detail.ts'

export interface LessonPanelProps {
  studentId: string
  detail: LearnDetail
  lesson: Lesson
  onCourseDone: () => void
}

/** The player of a lesson with what the page around it must hear: progress, a lesson done, the course done. */
export function useLessonOnPage(
  { studentId, detail, lesson, onCourseDone }: LessonPanelProps,
  address: Pick<PlayerOptions, 'addressUntil' | 'renew'>,
): { player: LessonPlayer; next: Lesson | undefined; autoPlay: boolean } {
  const client = useQueryClient()
  // whoever turns away from a phone watches nothing
  const handheld = useShell() === 'phone'
  const { id, lessons } = detail
  const { state: how } = useLocation()
  // not after a reload: browsers want a click first
  const autoPlay = useNavigationType() === 'PUSH' && how?.play === true
  const player = useLessonPlayer({
    ...address,
    studentId,
    signCourseId: id,
    lesson,
    studyOpen: detail.studyOpen,
    autoPlay,
    pausesInBackground: handheld,
    onProgress: (now) =>
      noteProgress(client, detail, lesson.id, {
        covered: now.covered,
        creditedSeconds: now.creditedSeconds,
        furthestSeconds: now.served,
        resumeAt: Math.min(now.position, limitOf(now)),
        done: now.done,
      }),
  })
  const { done, closed, media, stop, wants } = player.state
  useWakeLock(media === 'playing')
  // done now, or study time ended while playing: the server's word changes more than this lesson
  const known = useRef({ done: lesson.done, closed: !detail.studyOpen })
  useEffect(() => {
    if (known.current.done === done && known.current.closed === closed) return
    known.current = { done, closed }
    for (const name of studyReads) void client.invalidateQueries({ queryKey: [name] })
  }, [client, done, closed])

  useFreshLessons(id, stop === 'refused')
  // what is done reports nothing: only so the page hears of a failed exam elsewhere, and that it is to be studied anew
  useFreshLessons(id, done && wants)

  useAwaitedLessons(id, media === 'ended' && !done && endsEarly(player.state))
  // the server may have corrected how long it is
  const { dispatch } = player
  const { durationSeconds: duration, done: isDone } = lesson
  const isCorrected = duration !== player.state.duration || (isDone && !done)
  useEffect(() => {
    if (isCorrected) dispatch({ on: 'corrected', duration, done: isDone })
  }, [dispatch, isCorrected, duration, isDone])

  const finished = done && lessons.every((other) => other.done || other.id === lesson.id)
  const told = useRef(finished)
  useEffect(() => {
    if (!finished || media !== 'ended' || told.current) return
    told.current = true
    if (document.fullscreenElement) void document.exitFullscreen()
    onCourseDone()
  }, [finished, media, onCourseDone])

  const next = lessons[lessons.findIndex((other) => other.id === lesson.id) + 1]
  return { player, next, autoPlay }
}

/**
 * Loads a course's lessons anew where the server may know it otherwise than this page: another version may have taken their place (decision 038),
 * or another round of study begun.
 */
export function useFreshLessons(signCourseId: string, doubtful: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!doubtful) return
    const { queryKey } = learnCourseDetailQuery(signCourseId)
    // a read that has just been sent for is this one
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  }, [client, signCourseId, doubtful])
}

/** how often, and how many times in a row: a length is corrected within minutes, or by staff another day */
const everyMs = 20_000
const mostTimes = 30

/** The same again and again while the server looks at a film that ended before its lesson. */
function useAwaitedLessons(signCourseId: string, waits: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!waits) return
    const { queryKey } = learnCourseDetailQuery(signCourseId)
    let times = 0
    const timer = setInterval(() => {
      times += 1
      if (times >= mostTimes) clearInterval(timer)
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    }, everyMs)
    return () => clearInterval(timer)
  }, [client, signCourseId, waits])
}
