import { chooseCaptions, readCaptions } from '@ce/client/captions.ts'
import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import type { KeyboardEvent, RefObject } from 'react'
import { backSeconds, setVolume, toggleFullscreen, toggleMuted } from './media-acts.ts'

interface Keys {
  player: LessonPlayer
  video: HTMLVideoElement | null
  stage: RefObject<HTMLElement | null>
  /** the lesson has them */
  captions: boolean
}

/**
 * The player's keys: space, arrows, m, f, c. Only while the focus is in the player (WCAG 2.1.4), and never
 * those that a button or slider in it has for itself.
 */
export function usePlayerKeys({ player: { state, dispatch }, video, stage, captions }: Keys) {
  const to = (seconds: number) => dispatch({ on: 'seekTo', to: state.position + seconds })
  const louder = (by: number) => setVolume(video, (video?.volume ?? 1) + by)
  const acts = new Map<string, () => void>([
    [' ', () => dispatch({ on: state.wants ? 'pause' : 'play' })],
    ['ArrowLeft', () => to(-backSeconds)],
    ['ArrowRight', () => to(backSeconds)],
    ['ArrowUp', () => louder(0.1)],
    ['ArrowDown', () => louder(-0.1)],
    ['m', () => toggleMuted(video)],
    ['f', () => toggleFullscreen(stage.current, video)],
    ['c', () => captions && chooseCaptions(!readCaptions())],
  ])
  return (event: KeyboardEvent<HTMLElement>) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const act = acts.get(key)
    if (!act || event.ctrlKey || event.metaKey || event.altKey || takes(event.target, key)) return
    if (state.asked || state.stop) return
    event.preventDefault()
    act()
  }
}

function takes(target: EventTarget, key: string): boolean {
  if (target instanceof HTMLInputElement) return key.startsWith('Arrow')
  return (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) && key === ' '
}
