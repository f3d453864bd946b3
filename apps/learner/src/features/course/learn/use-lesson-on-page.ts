import { learnCourseDetailQuery, mergeProgress, studyProgressCalls } from '@ce/client/course.ts'
import type { PlayerOptions } from '@ce/client/lesson-player/player.ts'
import { isFilmTooShort, maxPlayablePosition } from '@ce/client/lesson-player/state.ts'
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

export function useLessonPagePlayer(
  { studentId, detail, lesson, onCourseDone }: LessonPanelProps,
  address: Pick<PlayerOptions, 'addressUntil' | 'renew'>,
): { player: LessonPlayer; next: Lesson | undefined; autoPlay: boolean } {
  const client = useQueryClient()
  // A phone shows one application at a time, so pause playing in the background.
  const handheld = useShell() === 'phone'
  const { id, lessons } = detail
  const { state: how } = useLocation()
  // Do not play after a reload, because browsers require a click before playing.
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
      mergeProgress(client, detail, lesson.id, {
        covered: now.covered,
        creditedSeconds: now.creditedSeconds,
        furthestSeconds: now.served,
        resumeAt: Math.min(now.position, maxPlayablePosition(now)),
        done: now.done,
      }),
  })
  const { done, closed, media, stop, wants } = player.state
  useWakeLock(media === 'playing')
  // A done lesson or closed study also changes the data of other pages, so fetch them again.
  const known = useRef({ done: lesson.done, closed: !detail.studyOpen })
  useEffect(() => {
    if (known.current.done === done && known.current.closed === closed) return
    known.current = { done, closed }
    for (const name of studyProgressCalls) void client.invalidateQueries({ queryKey: [name] })
  }, [client, done, closed])

  useRefetchLessons(id, stop === 'refused')
  // A done lesson sends no heartbeats, so only this fetch detects a re-study round.
  useRefetchLessons(id, done && wants)

  useAwaitedLessons(id, media === 'ended' && !done && isFilmTooShort(player.state))
  // Tell the player, because the server may have corrected the lesson's length.
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

/** Fetches lessons that another version (decision 038) or another study round may have replaced. */
export function useRefetchLessons(signCourseId: string, doubtful: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!doubtful) return
    const { queryKey } = learnCourseDetailQuery(signCourseId)
    // Join a running fetch instead of cancelling it.
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  }, [client, signCourseId, doubtful])
}

/** Milliseconds between fetches; the server corrects a wrong length within minutes. */
const everyMs = 20_000
const mostTimes = 30

/** Fetches repeatedly while the server examines a film that ended too early. */
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
